/** A TCP relay that can stop relaying without closing any connection, and one whose other end can change, as a name in DNS. */
export class SilentLine {
  #silent = false;
  #target: number;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.Conn>();

  constructor(target: number) {
    this.#target = target;
    void this.#accept();
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  get silent(): boolean {
    return this.#silent;
  }

  /** When it is false again, what was connected is ended: each end finds out that the other one has gone. */
  set silent(silent: boolean) {
    if (this.#silent && !silent) this.pointTo(this.#target);
    this.#silent = silent;
  }

  /** Ends all connections; later ones go to this port. */
  pointTo(target: number): void {
    this.#target = target;
    for (const conn of this.#open) end(conn);
    this.#open.clear();
  }

  async #accept(): Promise<void> {
    for await (const near of this.#listener) {
      this.#open.add(near);
      if (this.#silent) continue;
      const far = await Deno.connect({ hostname: "127.0.0.1", port: this.#target }).catch(() => null);
      if (far === null) {
        end(near);
        continue;
      }
      this.#open.add(far);
      void this.#carry(near, far);
      void this.#carry(far, near);
    }
  }

  async #carry(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(65_536);
    try {
      for (let read; (read = await from.read(buffer)) !== null;) {
        if (this.#silent) return;
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
