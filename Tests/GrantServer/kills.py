def play(bench):
    pass
