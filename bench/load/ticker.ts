/** A worker that says every quarter of a millisecond that time has passed: Deno's own timers do so every two milliseconds. */
/// <reference lib="deno.worker" />

const TICK_MS = 0.25;

/** Until the number that it is sent is not zero any more: a worker that never rests cannot be terminated. */
self.onmessage = ({ data: stopped }: MessageEvent<Int32Array<SharedArrayBuffer>>) => {
  while (Atomics.wait(stopped, 0, 0, TICK_MS) === "timed-out") self.postMessage(null);
};
