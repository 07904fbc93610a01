/** A TCP relay that passes on what it reads after a while, as a network of that latency does. */
export class SlowLine {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #delayMs: number;

  /** @param delayMs each way */
  constructor(port: number, delayMs: number) {
    this.#delayMs = delayMs;
    void (async () => {
      for await (const near of this.#listener) {
        const far = await Deno.connect({ hostname: "127.0.0.1", port });
        far.setNoDelay();
        near.setNoDelay();
        void this.#carry(near, far);
        void this.#carry(far, near);
      }
    })();
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  /** Timers are rounded up to whole milliseconds and more: what is due is looked for in turns of the event loop near the end. */
  async #carry(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    let last = Promise.resolve();
    try {
      for (const buffer = new Uint8Array(262_144);;) {
        const read = await from.read(buffer);
        if (read === null) break;
        const [bytes, due] = [buffer.slice(0, read), performance.now() + this.#delayMs];
        last = last.then(async () => {
          while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 0));
          for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
        });
        last.catch(() => {});
      }
      await last;
    } catch {
      // An end closed it.
    }
    for (const conn of [from, to]) {
      try {
        conn.close();
      } catch {
        // It is closed already.
      }
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    return Promise.resolve();
  }
}
