/** Clients that send one request after another, and what became of each request. */

interface SteadyOptions {
  readonly origin: string;
  /** Of each request; the answer has to be 200. */
  readonly path: string;
  readonly key: string;
  /** False: a new connection for each request. */
  readonly keepAlive: boolean;
  readonly clients: number;
  /** Between the requests of one client. */
  readonly pauseMs: number;
}

interface SteadyOutcome {
  answered: number;
  /** Requests without an answer, by what was being done. A refused connection is under "refused". */
  readonly lost: Record<string, number>;
}

/** Sends until `stop` is called. */
export function startSteadyClients(options: SteadyOptions) {
  const outcome: SteadyOutcome = { answered: 0, lost: {} };
  let running = true;
  const all = Promise.all(Array.from({ length: options.clients }, (_, number) => client(number)));
  return {
    outcome,
    async stop(): Promise<SteadyOutcome> {
      running = false;
      await all;
      return outcome;
    },
  };

  async function client(number: number): Promise<void> {
    const { hostname, port } = new URL(options.origin);
    const close = options.keepAlive ? "" : "connection: close\r\n";
    const request = new TextEncoder().encode(
      `GET ${options.path}.${number} HTTP/1.1\r\nhost: x\r\nx-api-key: ${options.key}\r\n${close}\r\n`,
    );
    let connection: Deno.Conn | null = null;
    while (running) {
      let doing = "connecting";
      try {
        connection ??= await Deno.connect({ hostname, port: Number(port) });
        doing = "sending";
        await connection.write(request);
        doing = "reading";
        const head = await readAnswer(connection);
        if (!/^HTTP\/1\.1 200 /.test(head)) throw new Error(head);
        outcome.answered++;
        if (/\r\nconnection: close\r\n/i.test(head)) {
          connection.close();
          connection = null;
        }
      } catch (error) {
        const why = error instanceof Deno.errors.ConnectionRefused ? "refused" : `${doing}: ${error}`;
        outcome.lost[why] = (outcome.lost[why] ?? 0) + 1;
        try {
          connection?.close();
        } catch {
          // Already closed.
        }
        connection = null;
      }
      await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
    }
    connection?.close();
  }
}

/** Reads one answer with a content-length; its head. */
async function readAnswer(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(16_384);
  let text = "";
  while (true) {
    const read = await connection.read(buffer);
    if (read === null) throw new Error("the connection was closed");
    text += new TextDecoder("latin1").decode(buffer.subarray(0, read));
    const end = text.indexOf("\r\n\r\n");
    if (end === -1) continue;
    const head = text.slice(0, end + 2);
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0);
    if (text.length >= end + 4 + length) return head;
  }
}
