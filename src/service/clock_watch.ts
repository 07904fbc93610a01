/** Logs when the machine's clock and the store's clock, or the time that has passed, are apart, and when they agree again. */
import type { Clock } from "../concurrency/clock.ts";
import { AGREE_MS } from "../concurrency/clock_rules.ts";
import type { Log } from "../model/log.ts";

const EVERY_MS = 1_000;

export class ClockWatch {
  readonly #clock: Pick<Clock, "skewMs">;
  readonly #log: Log;
  #isApart = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(clock: Pick<Clock, "skewMs">, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.check();
    this.#timer = setInterval(() => this.check(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  check(): void {
    const { skewMs } = this.#clock;
    const isApart = Math.abs(skewMs) > AGREE_MS;
    if (isApart === this.#isApart) return;
    this.#isApart = isApart;
    const skew_seconds = Math.round(skewMs / 1000);
    if (!isApart) return this.#log.write("info", "clock_agrees", { skew_seconds });
    this.#log.write("warn", "clock_skew", {
      message: `the clock of this machine is ${Math.abs(skew_seconds)} s ${skewMs > 0 ? "ahead" : "behind"}`,
      skew_seconds,
    });
  }
}
