/**
 * A relay between a program and a PostgreSQL server that reads the statements on their way, and can answer one of each kind with
 * 40001 instead of the server, as a database that is spread does: what it refuses was not applied.
 */
const SERIALIZATION_FAILURE = "40001";
/** Messages of COPY, which belong to no round. */
const COPY_DATA = new Set(["c", "d", "f"]);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const ERROR = message(
  "E",
  encoder.encode(`SERROR\0VERROR\0C${SERIALIZATION_FAILURE}\0Mrestart transaction\0Rtest\0\0`),
);

interface Message {
  readonly type: string;
  /** With its head. */
  readonly bytes: Uint8Array;
}

/** A statement without what differs between two of its kind: numbers, literals, and how many places it names. */
export function kindOf(text: string): string {
  return text.toLowerCase().replace(/'[^']*'/g, "''").replace(/winnow_scores_\d+/g, "winnow_scores").replace(
    /\$?\d+/g,
    "n",
  ).replace(/\s+/g, " ").trim();
}

export class SqlTap {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #target: number;
  readonly #open = new Set<Deno.Conn>();
  /** All statements that were sent. */
  readonly statements = new Set<string>();
  /** Kinds of which one was refused. */
  readonly refused = new Set<string>();
  /** Whether one of each kind that it is true for is refused. */
  refuses: (text: string) => boolean = () => false;

  constructor(target: number) {
    this.#target = target;
    void this.#accept();
  }

  /** The URL of a store, through the relay. */
  through(url: string): string {
    const relayed = new URL(url);
    relayed.port = String(this.#listener.addr.port);
    return relayed.href;
  }

  async #accept(): Promise<void> {
    for await (const near of this.#listener) {
      const far = await Deno.connect({ hostname: "127.0.0.1", port: this.#target });
      for (const conn of [near, far]) {
        conn.setNoDelay();
        this.#open.add(conn);
      }
      const session = new Session(near, far, (text) => this.#take(text));
      void session.run().finally(() => {
        for (const conn of [near, far]) {
          this.#open.delete(conn);
          end(conn);
        }
      });
    }
  }

  /** @returns true: it is to be refused */
  #take(text: string): boolean {
    this.statements.add(text);
    const kind = kindOf(text);
    if (this.refused.has(kind) || !this.refuses(text)) return false;
    this.refused.add(kind);
    return true;
  }

  [Symbol.dispose](): void {
    this.#listener.close();
    for (const conn of this.#open) end(conn);
  }
}

/** What answers a round: the server, with messages that may be dropped, and then, or instead, these bytes. */
interface Answer {
  readonly by: "server" | "dropped" | "tap";
  readonly bytes: Uint8Array | null;
}

/** One connection. What the client sends up to a Sync, or a simple query, is a round, which the server answers with ReadyForQuery. */
class Session {
  readonly #near: Deno.Conn;
  readonly #far: Deno.Conn;
  readonly #take: (text: string) => boolean;
  /** Of named statements. */
  readonly #texts = new Map<string, string>();
  readonly #pending: Answer[] = [];
  #inTransaction = false;
  /** True: what comes up to the next Sync is of a refused round. */
  #discards = false;

  constructor(near: Deno.Conn, far: Deno.Conn, take: (text: string) => boolean) {
    this.#near = near;
    this.#far = far;
    this.#take = take;
  }

  async run(): Promise<void> {
    await Promise.race([this.#requests(), this.#answers()]).catch(() => {}); // an end closed it
  }

  async #requests(): Promise<void> {
    let round: Message[] = [];
    let isStarted = false;
    for await (const message of messagesOf(this.#near, () => !isStarted)) {
      // The start and the password are answered with the first ReadyForQuery.
      if (!isStarted) this.#pending.push({ by: "server", bytes: null });
      if (!isStarted || message.type === "p" || message.type === "X" || COPY_DATA.has(message.type)) {
        isStarted = true;
        await write(this.#far, message.bytes);
        continue;
      }
      if (this.#discards) {
        if (message.type === "S") await this.#answer(ready(this.#state));
        this.#discards &&= message.type !== "S";
        continue;
      }
      round.push(message);
      if (message.type !== "S" && message.type !== "Q" && message.type !== "H") continue;
      await this.#send(round);
      round = [];
    }
  }

  get #state(): "E" | "I" {
    return this.#inTransaction ? "E" : "I";
  }

  /** @param round ends with a Flush: then its Sync comes later */
  async #send(round: readonly Message[]): Promise<void> {
    const isWhole = round.at(-1)!.type !== "H";
    const text = round.map((message) => this.#textOf(message)).findLast((text) => text !== null) ?? null;
    if (text === null || !this.#take(text)) {
      if (text !== null && /^begin\b/i.test(text)) this.#inTransaction = true;
      if (text !== null && /^(commit|rollback)\b/i.test(text)) this.#inTransaction = false;
      if (isWhole) this.#pending.push({ by: "server", bytes: null });
      for (const { bytes } of round) await write(this.#far, bytes);
    } else if (/^commit\b/i.test(text)) {
      // A server that refuses a commit has ended the transaction.
      this.#inTransaction = false;
      this.#pending.push({ by: "dropped", bytes: joined(ERROR, ready("I")) });
      await write(this.#far, message("Q", encoder.encode("rollback\0")));
    } else {
      this.#discards = !isWhole;
      await this.#answer(isWhole ? joined(ERROR, ready(this.#state)) : ERROR);
    }
  }

  #textOf({ type, bytes }: Message): string | null {
    if (type === "Q") return decoder.decode(bytes.subarray(5, -1));
    if (type === "P") {
      const [name = "", text = ""] = decoder.decode(bytes.subarray(5)).split("\0");
      this.#texts.set(name, text);
      return text;
    }
    if (type !== "B") return null;
    const [, name = ""] = decoder.decode(bytes.subarray(5)).split("\0", 2);
    return this.#texts.get(name) ?? null;
  }

  async #answers(): Promise<void> {
    for await (const { type, bytes } of messagesOf(this.#far, () => false)) {
      const head = this.#pending[0];
      if (head?.by !== "dropped") await write(this.#near, bytes);
      if (type !== "Z") continue;
      this.#pending.shift();
      if (head !== undefined && head.bytes !== null) await write(this.#near, head.bytes);
      await this.#answerOwn();
    }
  }

  async #answer(bytes: Uint8Array): Promise<void> {
    this.#pending.push({ by: "tap", bytes });
    if (this.#pending.length === 1) await this.#answerOwn();
  }

  async #answerOwn(): Promise<void> {
    while (this.#pending[0]?.by === "tap") await write(this.#near, this.#pending.shift()!.bytes!);
  }
}

async function* messagesOf(conn: Deno.Conn, isStart: () => boolean): AsyncGenerator<Message> {
  let bytes = new Uint8Array();
  const buffer = new Uint8Array(65_536);
  for (;;) {
    const head = isStart() ? 0 : 1;
    const length = bytes.length < head + 4
      ? Infinity
      : head + new DataView(bytes.buffer, bytes.byteOffset).getUint32(head);
    if (bytes.length >= length) {
      const message = bytes.slice(0, length);
      bytes = bytes.slice(length);
      yield { type: head === 0 ? "" : String.fromCharCode(message[0]!), bytes: message };
      continue;
    }
    const read = await conn.read(buffer);
    if (read === null) return;
    const longer = new Uint8Array(bytes.length + read);
    longer.set(bytes);
    longer.set(buffer.subarray(0, read), bytes.length);
    bytes = longer;
  }
}

function ready(state: "E" | "I"): Uint8Array {
  return message("Z", encoder.encode(state));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

function message(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + body.length);
  bytes[0] = type.charCodeAt(0);
  new DataView(bytes.buffer).setUint32(1, 4 + body.length);
  bytes.set(body, 5);
  return bytes;
}

async function write(conn: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

function end(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // It is closed.
  }
}
