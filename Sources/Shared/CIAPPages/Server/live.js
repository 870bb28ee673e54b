// Keeps a view up to date: requests its data every few seconds while the page is visible.

const period = 5000;

/**
 * @param {object} view
 *   `ask()`: a promise of the data; `received(responses, isChanged)`; `failed(error)`
 * @returns {now(), end()}; data that was requested before `now` is not shown after it
 */
export function follow({ ask, received, failed }) {
  let round = 0;
  let timer;
  let last;

  async function now() {
    clearTimeout(timer);
    round += 1;
    const own = round;
    let wait = period;
    try {
      const responses = await ask();
      if (own !== round) return;
      const signature = JSON.stringify(responses);
      received(responses, signature !== last);
      last = signature;
    } catch (error) {
      if (own !== round) return;
      wait = Math.max(period, error.retryAfter ?? 0);
      failed(error);
    }
    if (own === round && !document.hidden) timer = setTimeout(now, wait);
  }

  function seen() {
    if (document.hidden) clearTimeout(timer);
    else now();
  }

  addEventListener('visibilitychange', seen);
  now();
  return {
    now,
    end() {
      round += 1;
      clearTimeout(timer);
      removeEventListener('visibilitychange', seen);
    },
  };
}
