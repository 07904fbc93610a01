/** How late the event loop runs a timer: what every request waits in addition to its own work. */
import { Distribution } from "./distribution.ts";

const EVERY_MS = 500;

export class LoopLag {
  readonly seconds = new Distribution([0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  start(): void {
    const due = performance.now() + EVERY_MS;
    this.#timer = setTimeout(() => {
      this.seconds.add(Math.max(0, performance.now() - due) / 1000);
      this.start();
    }, EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
