/** A real resolver on loopback, UDP and TCP on one port, with answers of the test. */
import { Buffer } from "node:buffer";
import { createSocket, type Socket } from "node:dgram";
// @ts-types="../../../src/net/dns/dns_packet.d.ts"
import { decode, encode, type Packet } from "dns-packet";
import { parseAddress } from "../../../src/model/address/address.ts";
import type { Resolver } from "../../../src/net/dns/resolvers.ts";

interface DnsQuestion {
  /** Lower case. */
  readonly name: string;
  readonly type: string;
  readonly over: "udp" | "tcp";
  readonly edns: boolean;
}

export interface DnsReply {
  readonly rcode?: "NOERROR" | "FORMERR" | "SERVFAIL" | "NXDOMAIN" | "NOTIMP" | "REFUSED";
  /** dns-packet records: `{ type, name, ttl, data }`. */
  readonly answers?: readonly object[];
  readonly authorities?: readonly object[];
  readonly truncated?: boolean;
  /** True: sent from another port than the question went to. */
  readonly spoofed?: boolean;
  /** Bytes to send instead of the encoded reply; over UDP each element is a separate datagram. */
  readonly tamper?: (encoded: Uint8Array<ArrayBuffer>) => readonly Uint8Array[];
}

/** Null drops the question. */
export type AnswerDns = (question: DnsQuestion) => DnsReply | null | Promise<DnsReply | null>;

export interface DnsServer extends AsyncDisposable {
  readonly resolver: Resolver;
  /** For WINNOW_DNS. */
  readonly setting: string;
  /** `TYPE name` of every question in the order they came; over TCP `TYPE name/tcp`. */
  readonly seen: string[];
}

const RCODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
const RESPONSE_FLAGS = 0x8180;
const TRUNCATED_FLAG = 0x0200;

export async function startDnsServer(answer: AnswerDns): Promise<DnsServer> {
  const seen: string[] = [];
  const pending = new Set<Promise<void>>();
  let closed = false;
  const { udp, tcp, port } = await listen();
  const otherSocket = createSocket("udp4");
  await new Promise<void>((bound) => otherSocket.bind(0, "127.0.0.1", bound));
  udp.on("message", (bytes, from) => {
    track((async () => {
      for (
        const datagram of await respond(
          bytes,
          "udp",
          (spoofed) => otherSocket.send(spoofed, from.port, from.address),
        )
      ) {
        if (!closed) udp.send(datagram, from.port, from.address);
      }
    })());
  });
  const accepting = (async () => {
    for await (const conn of tcp) track(serveTcp(conn));
  })().catch(() => {});

  function track(work: Promise<void>): void {
    const tracked = work.catch(() => {}).finally(() => pending.delete(tracked));
    pending.add(tracked);
  }
  async function serveTcp(conn: Deno.TcpConn): Promise<void> {
    try {
      const head = await readExactly(conn, 2);
      const bytes = await readExactly(conn, head[0]! * 256 + head[1]!);
      for (const message of await respond(bytes, "tcp")) {
        const framed = new Uint8Array(message.length + 2);
        new DataView(framed.buffer).setUint16(0, message.length);
        framed.set(message, 2);
        for (let at = 0; at < framed.length;) at += await conn.write(framed.subarray(at));
      }
    } finally {
      conn.close();
    }
  }
  async function respond(
    bytes: Uint8Array,
    over: "udp" | "tcp",
    spoof: (encoded: Uint8Array) => void = () => {},
  ): Promise<readonly Uint8Array[]> {
    const query = decode(Buffer.from(bytes)) as Packet & {
      readonly additionals: readonly { type: string }[];
    };
    const question = query.questions[0]!;
    const name = question.name.toLowerCase();
    seen.push(`${question.type} ${name}${over === "tcp" ? "/tcp" : ""}`);
    const edns = query.additionals.some((row) => row.type === "OPT");
    const reply = await answer({ name, type: question.type, over, edns });
    if (reply === null) return [];
    const encoded = new Uint8Array(encode({
      type: "response",
      id: query.id,
      flags: (RESPONSE_FLAGS & 0x7fff) | RCODES[reply.rcode ?? "NOERROR"] |
        (reply.truncated ? TRUNCATED_FLAG : 0),
      questions: [question],
      answers: reply.answers ?? [],
      authorities: reply.authorities ?? [],
    }));
    if (reply.spoofed) return spoof(encoded), [];
    return reply.tamper === undefined ? [encoded] : reply.tamper(encoded);
  }
  return {
    resolver: { address: parseAddress("127.0.0.1")!, port },
    setting: `127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      closed = true;
      udp.close();
      otherSocket.close();
      tcp.close();
      await accepting;
      await Promise.all(pending);
    },
  };
}

export type Zone = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/** Rows by name and type. A name that is not there is NXDOMAIN, with an SOA of its top-level domain unless `soa` is false. */
export function zone(rows: Zone, options: { readonly soa?: boolean } = {}): AnswerDns {
  return ({ name, type }) => {
    const own = rows[name];
    const tld = name.slice(name.lastIndexOf(".") + 1);
    const authorities = options.soa === false ? [] : [soa(tld)];
    const alias = own?.CNAME?.[0];
    if (alias !== undefined && type !== "CNAME") {
      const target = String(alias);
      const found = rows[target]?.[type] ?? [];
      return {
        answers: [
          { type: "CNAME", name, ttl: 300, data: target },
          ...found.map((data) => ({ type, name: target, ttl: 300, data })),
        ],
        authorities: found.length === 0 ? authorities : [],
      };
    }
    const found = own?.[type] ?? [];
    if (found.length > 0) return { answers: found.map((data) => ({ type, name, ttl: 300, data })) };
    return { rcode: own === undefined ? "NXDOMAIN" : "NOERROR", authorities };
  };
}

/** A zone's SOA record; "" is the root. */
export function soa(name: string, minimum = 60, ttl = 900): object {
  return {
    type: "SOA",
    name: name === "" ? "." : name,
    ttl,
    data: { mname: "ns.test", rname: "host.test", serial: 1, refresh: 1, retry: 1, expire: 1, minimum },
  };
}

/** The TCP port with the number that UDP was given may be in use, so another pair is tried. */
async function listen(): Promise<{ udp: Socket; tcp: Deno.TcpListener; port: number }> {
  for (let attempt = 0;; attempt++) {
    const udp = createSocket("udp4");
    await new Promise<void>((bound) => udp.bind(0, "127.0.0.1", bound));
    const port = udp.address().port;
    try {
      return { udp, tcp: Deno.listen({ port, hostname: "127.0.0.1" }), port };
    } catch (error) {
      udp.close();
      if (attempt >= 9) throw error;
    }
  }
}

async function readExactly(conn: Deno.TcpConn, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const read = await conn.read(bytes.subarray(at));
    if (read === null) throw new Error("gone");
    at += read;
  }
  return bytes;
}
