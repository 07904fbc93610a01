/** Sends one DNS query to one resolver: by UDP from a random port, by TCP when the response was truncated. */
import { createSocket } from "node:dgram";
import { timeLimit } from "../../concurrency/time_limit.ts";
import { parseAddress } from "../../model/address/address.ts";
import {
  encodeQuery,
  type ParsedAnswer,
  parseResponse,
  type Question,
  type Response,
} from "./dns_message.ts";
import type { Resolver } from "./resolvers.ts";

export type QueryResult =
  | { readonly kind: "answer"; readonly answer: ParsedAnswer }
  | { readonly kind: "failure"; readonly rcode: string }
  | { readonly kind: "timeout" };

interface DnsQuery {
  readonly resolver: Resolver;
  readonly question: Question;
  readonly timeoutMs: number;
  /** False: plain RFC 1035, which works everywhere. */
  readonly edns: boolean;
  /** An abort counts as a timeout. */
  readonly signal: AbortSignal;
}

/** Never rejects. */
export async function queryResolver(ask: DnsQuery): Promise<QueryResult> {
  let edns = ask.edns;
  let response = await queryUdp(ask, edns);
  if (response?.kind === "no_edns" && edns) {
    edns = false;
    response = await queryUdp(ask, edns);
  }
  if (response?.kind === "truncated") response = await queryTcp(ask, edns);
  if (response === null) return { kind: "timeout" };
  if (response.kind === "answer" || response.kind === "failure") return response;
  return { kind: "failure", rcode: response.kind === "no_edns" ? "FORMERR" : "TRUNCATED" };
}

function randomId(): number {
  return crypto.getRandomValues(new Uint16Array(1))[0]!;
}

/** Datagrams from another source, with another id or for another question are ignored. */
async function queryUdp(
  { resolver, question, timeoutMs, signal }: DnsQuery,
  edns: boolean,
): Promise<Response | null> {
  if (signal.aborted) return null;
  const query = encodeQuery(randomId(), question, edns);
  const { promise, resolve } = Promise.withResolvers<Response | null>();
  const socket = createSocket(resolver.address.family === 4 ? "udp4" : "udp6");
  const giveUp = () => resolve(null);
  using _limit = timeLimit(timeoutMs, giveUp, signal);
  socket.on("error", giveUp);
  socket.on("message", (bytes, from) => {
    if (from.port !== resolver.port || parseAddress(from.address)?.text !== resolver.address.text) return;
    const response = parseResponse(bytes, query, question);
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
    socket.close();
  }
}

async function queryTcp(
  { resolver, question, timeoutMs, signal }: DnsQuery,
  edns: boolean,
): Promise<Response | null> {
  if (signal.aborted) return null;
  const query = encodeQuery(randomId(), question, edns);
  const stop = new AbortController();
  using _limit = timeLimit(timeoutMs, () => stop.abort(), signal);
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
    return parseResponse(body, query, question) ?? { kind: "failure", rcode: "MISMATCH" };
  } catch {
    return null;
  } finally {
    close();
  }
}

async function readExactly(conn: Deno.TcpConn, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const read = await conn.read(bytes.subarray(at));
    if (read === null) throw new Error("the resolver closed the connection");
    at += read;
  }
  return bytes;
}
