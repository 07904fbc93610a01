/** A TCP relay that can stop relaying without closing any connection. */
export class SilentLine {
  silent = false;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.Conn>();

  constructor(port: number) {
    void (async () => {
      for await (const near of this.#listener) {
        const far = await Deno.connect({ hostname: "127.0.0.1", port });
        this.#open.add(near).add(far);
        void this.#carry(near, far);
        void this.#carry(far, near);
      }
    })();
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  async #carry(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(65_536);
    try {
      for (let read; (read = await from.read(buffer)) !== null;) {
        if (this.silent) return; // This connection relays nothing more, also when `silent` is false again.
        for (let at = 0; at < read;) at += await to.write(buffer.subarray(at, read));
      }
    } catch {
      // An end closed it.
    }
    for (const conn of [from, to]) end(conn);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const conn of this.#open) end(conn);
    return Promise.resolve();
  }
}

function end(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // It is closed already.
  }
}
