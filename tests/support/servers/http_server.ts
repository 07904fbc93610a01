/** Real HTTP servers on loopback: a well-behaved one, and one that writes the bytes a test wants on the wire. */
import { TEST_CERT, TEST_KEY } from "./certificates.ts";

export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:<port>` or `https://…`. */
  readonly url: string;
  /** Request lines' paths in the order they came. */
  readonly seen: string[];
}

export function startHttpServer(
  answer: (request: Request) => Response | Promise<Response>,
  options: { readonly tls?: boolean; readonly hostname?: string } = {},
): TestServer {
  const seen: string[] = [];
  const hostname = options.hostname ?? "127.0.0.1";
  const server = Deno.serve({
    port: 0,
    hostname,
    onListen() {},
    onError: () => new Response(null, { status: 500 }),
    ...(options.tls ? { cert: TEST_CERT, key: TEST_KEY } : {}),
  }, (request) => {
    const url = new URL(request.url);
    seen.push(url.pathname + url.search);
    return answer(request);
  });
  const port = server.addr.port;
  return {
    port,
    url: `${options.tls ? "https" : "http"}://${hostname}:${port}`,
    seen,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

export interface RawConnection {
  /** The request's path. */
  readonly path: string;
  write(text: string | Uint8Array): Promise<void>;
  close(): void;
  /** Resolves when the client has disconnected or the server stops. */
  readonly disconnected: Promise<void>;
}

/** Calls `talk` with every connection after its request head was read; the test writes the raw bytes. */
export function startRawServer(talk: (connection: RawConnection) => Promise<void>): TestServer {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const seen: string[] = [];
  const open = new Set<Deno.TcpConn>();
  const talks: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const conn of listener) {
      open.add(conn);
      talks.push(serve(conn).finally(() => hangUp(conn)));
    }
  })().catch(() => {});
  async function serve(conn: Deno.TcpConn): Promise<void> {
    const head = await readHead(conn);
    const path = head.split(" ")[1] ?? "";
    seen.push(path);
    const disconnected = drain(conn);
    const connection: RawConnection = {
      path,
      async write(text) {
        const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
        for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
      },
      close: () => hangUp(conn),
      disconnected,
    };
    await talk(connection).catch(() => {});
  }
  function hangUp(conn: Deno.TcpConn): void {
    if (!open.delete(conn)) return;
    conn.close();
  }
  const port = (listener.addr as Deno.NetAddr).port;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const conn of [...open]) hangUp(conn);
      await accepting;
      await Promise.all(talks);
    },
  };
}

/** A listener that must not be reached: it counts connections and closes them. */
export function startCanary(
  hostname = "127.0.0.1",
): { port: number; connections(): number } & AsyncDisposable {
  const listener = Deno.listen({ port: 0, hostname });
  let count = 0;
  const accepting = (async () => {
    for await (const conn of listener) {
      count++;
      conn.close();
    }
  })().catch(() => {});
  return {
    port: (listener.addr as Deno.NetAddr).port,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
    },
  };
}

async function readHead(conn: Deno.TcpConn): Promise<string> {
  const buffer = new Uint8Array(4096);
  let head = "";
  while (!head.includes("\r\n\r\n")) {
    const read = await conn.read(buffer).catch(() => null);
    if (read === null) break;
    head += new TextDecoder().decode(buffer.subarray(0, read));
  }
  return head;
}

async function drain(conn: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(4096);
  while (await conn.read(buffer).catch(() => null) !== null);
}
