/** One DNS question to one resolver: UDP from a random port, TCP when the answer was cut off. */
import { createSocket } from "node:dgram";
import { parseAddress } from "../../model/address.ts";
import { encodeQuery, type Question, type Reading, readResponse, type Response } from "./dns_message.ts";
import type { Resolver } from "./resolvers.ts";

export type Exchange =
  | { readonly kind: "reading"; readonly reading: Reading }
  | { readonly kind: "failure"; readonly rcode: string }
  | { readonly kind: "timeout" };

export interface Ask {
  readonly resolver: Resolver;
  readonly question: Question;
  readonly timeoutMs: number;
  /** False: asked in the plain form of RFC 1035, which passes everywhere. */
  readonly edns: boolean;
  /** An abort counts as a time-out. */
  readonly signal: AbortSignal;
}

/** Never rejects. */
export async function askResolver(ask: Ask): Promise<Exchange> {
  let edns = ask.edns;
  let response = await overUdp(ask, edns);
  if (response?.kind === "no_edns" && edns) {
    edns = false;
    response = await overUdp(ask, edns);
  }
  if (response?.kind === "truncated") response = await overTcp(ask, edns);
  if (response === null) return { kind: "timeout" };
  if (response.kind === "reading" || response.kind === "failure") return response;
  return { kind: "failure", rcode: response.kind === "no_edns" ? "FORMERR" : "TRUNCATED" };
}

function randomId(): number {
  return crypto.getRandomValues(new Uint16Array(1))[0]!;
}

/** Datagrams from elsewhere, with another id or to another question are ignored; the wait goes on. */
async function overUdp(
  { resolver, question, timeoutMs, signal }: Ask,
  edns: boolean,
): Promise<Response | null> {
  if (signal.aborted) return null;
  const query = encodeQuery(randomId(), question, edns);
  const { promise, resolve } = Promise.withResolvers<Response | null>();
  const socket = createSocket(resolver.address.family === 4 ? "udp4" : "udp6");
  const giveUp = () => resolve(null);
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener("abort", giveUp, { once: true });
  socket.on("error", giveUp);
  socket.on("message", (bytes, from) => {
    if (from.port !== resolver.port || parseAddress(from.address)?.text !== resolver.address.text) return;
    const response = readResponse(bytes, query, question);
    if (response !== null) resolve(response);
  });
  socket.bind(0, () => {
    socket.send(query, resolver.port, resolver.address.text, (error) => {
      if (error) giveUp();
    });
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
    socket.close();
  }
}

async function overTcp(
  { resolver, question, timeoutMs, signal }: Ask,
  edns: boolean,
): Promise<Response | null> {
  if (signal.aborted) return null;
  const query = encodeQuery(randomId(), question, edns);
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener("abort", giveUp, { once: true });
  let conn: Deno.TcpConn | undefined;
  let closed = false;
  const close = () => {
    if (conn !== undefined && !closed) conn.close();
    closed = true;
  };
  try {
    conn = await Deno.connect({
      hostname: resolver.address.text,
      port: resolver.port,
      signal: stop.signal,
    });
    stop.signal.addEventListener("abort", close, { once: true });
    const framed = new Uint8Array(query.length + 2);
    new DataView(framed.buffer).setUint16(0, query.length);
    framed.set(query, 2);
    for (let at = 0; at < framed.length;) at += await conn.write(framed.subarray(at));
    const length = await readExactly(conn, 2);
    const body = await readExactly(conn, length[0]! * 256 + length[1]!);
    return readResponse(body, query, question) ?? { kind: "failure", rcode: "MISMATCH" };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
    close();
  }
}

async function readExactly(conn: Deno.TcpConn, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const read = await conn.read(bytes.subarray(at));
    if (read === null) throw new Error("the resolver hung up");
    at += read;
  }
  return bytes;
}
