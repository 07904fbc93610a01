/** A TLS terminator on loopback, like nginx or Caddy in front of the service: it relays bytes and adds nothing. */
import { TEST_CERT, TEST_KEY } from "./certificates.ts";

interface TlsProxy extends AsyncDisposable {
  readonly port: number;
}

/** @param target port on loopback that speaks plain HTTP */
export function startTlsProxy(target: number): TlsProxy {
  const listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert: TEST_CERT, key: TEST_KEY });
  const open = new Set<Deno.Conn>();
  const relays: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const outer of listener) relays.push(relay(outer));
  })().catch(() => {});

  async function relay(outer: Deno.TlsConn): Promise<void> {
    let inner: Deno.TcpConn;
    try {
      inner = await Deno.connect({ hostname: "127.0.0.1", port: target });
    } catch {
      outer.close();
      return;
    }
    open.add(outer);
    open.add(inner);
    await Promise.allSettled([pump(outer, inner), pump(inner, outer)]);
  }

  /** Ends both ways when one ends: the clients of these tests never half-close. */
  async function pump(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(16_384);
    try {
      for (let n = await from.read(buffer); n !== null; n = await from.read(buffer)) {
        for (let at = 0; at < n;) at += await to.write(buffer.subarray(at, n));
      }
    } finally {
      hangUp(from);
      hangUp(to);
    }
  }

  function hangUp(conn: Deno.Conn): void {
    if (open.delete(conn)) conn.close();
  }

  return {
    port: listener.addr.port,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const conn of [...open]) hangUp(conn);
      await accepting;
      await Promise.all(relays);
    },
  };
}
