function love.conf(config)
    config.identity = "iapbridge-coin-caves"
    config.window.title = "Coin Caves"
    config.window.width, config.window.height = 960, 600
    config.window.msaa = 4
    config.modules.audio, config.modules.sound, config.modules.physics, config.modules.video = false, false, false, false
end
