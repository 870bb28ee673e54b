// Keeps a connection to the store's events, and reconnects after a loss.

import { openEvents, SignedOut } from './api.js';
import { readEvents } from './event_stream.js';

const shortestWait = 500;
const longestWait = 10_000;

export class Connection {
  #stop = new AbortController();
  #wake = () => {};

  /**
   * @param {object} listener `connected()`, `changed()` after each change of the store, `lost()`, `signedOut()`
   */
  constructor(listener) {
    this.#run(listener);
  }

  end() {
    this.#stop.abort();
    this.#wake();
  }

  /** Makes the next attempt immediately. */
  tryNow() {
    this.#wake();
  }

  async #run(listener) {
    let wait = shortestWait;
    while (!this.#stop.signal.aborted) {
      try {
        const response = await openEvents(this.#stop.signal);
        if (!response.ok) throw new Error(response.statusText);
        await readEvents(response.body, (event) => {
          wait = shortestWait;
          if (event.event === 'open') listener.connected();
          else listener.changed();
        });
      } catch (error) {
        if (error instanceof SignedOut) {
          if (!this.#stop.signal.aborted) listener.signedOut();
          return;
        }
      }
      if (this.#stop.signal.aborted) return;
      listener.lost();
      await this.#pause(wait);
      wait = Math.min(wait * 2, longestWait);
    }
  }

  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
