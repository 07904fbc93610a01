/** The client's IP address: the connection's peer, or what a declared proxy says in X-Forwarded-For. */
import { type Address, type Cidr, contains, parseAddress } from "../model/address/address.ts";
import { isGlobalUnicast } from "../model/address/special_purpose.ts";
import type { Caller } from "../model/records.ts";
import { maskIp } from "../signals/ip/parse.ts";
import type { AppContext } from "./context.ts";
import { shortHeader } from "./header.ts";

/** Whose `X-Forwarded-*` headers count: nobody's, every peer's, or those of the peers in these networks. */
export type TrustedProxies = boolean | readonly Cidr[];

/** Proxies in a row; the client of a longer chain is unknown. */
const MAX_HOPS = 32;
/** An IPv6 address in brackets with a port. */
const MAX_ENTRY_CHARS = 53;

/** Where a request came from, for the audit log; computed only when something is logged. */
export function originFrom(c: AppContext, via: "api" | "console"): NonNullable<Caller["origin"]> {
  return () => ({ via, network: c.env.clientNetwork(c) });
}

export class ClientAddresses {
  readonly #trusted: TrustedProxies;
  readonly #log: (line: string) => void;
  #noted = false;
  /** Of the last peer without a proxy: the next request often has the same. */
  #last: { readonly peer: string | null; readonly network: string | null } | null = null;

  constructor(trusted: TrustedProxies, log: (line: string) => void) {
    this.#trusted = trusted;
    this.#log = log;
  }

  /**
   * Null when it is unknown. X-Forwarded-For counts only from a declared proxy, and is read from the right, because clients
   * can forge its beginning: with networks declared, the client is the last address that is in none of them; with `true`
   * it is the last entry. Reading ends at an entry that is not an address: what stands before it proves nothing.
   */
  of(c: AppContext): Address | null {
    const peer = peerOf(c);
    const forwarded = shortHeader(c, "x-forwarded-for");
    if (forwarded === undefined || !this.#trusts(peer)) return peer;
    const entries = forwarded.split(",");
    if (this.#trusted === true) return readEntry(entries.at(-1)!);
    for (let hops = 1; hops <= Math.min(entries.length, MAX_HOPS); hops++) {
      const address = readEntry(entries.at(-hops)!);
      if (address === null || !this.#trusts(address) || hops === entries.length) return address;
    }
    return null;
  }

  /**
   * As `of`; where a declared proxy sends no X-Forwarded-For, what it says in X-Real-IP, which proxies set as a whole.
   */
  visitorOf(c: AppContext): Address | null {
    const peer = peerOf(c);
    const real = shortHeader(c, "x-forwarded-for") === undefined ? shortHeader(c, "x-real-ip") : undefined;
    return real === undefined || !this.#trusts(peer) ? this.of(c) : readEntry(real);
  }

  /** The client's network, masked for people; null when it is unknown. */
  networkOf(c: AppContext): string | null {
    const isPlain = shortHeader(c, "x-forwarded-for") === undefined;
    if (isPlain && this.#last?.peer === c.env.peer) return this.#last.network;
    const address = this.of(c);
    const network = address === null ? null : maskIp(address);
    if (isPlain) this.#last = { peer: c.env.peer, network };
    return network;
  }

  /** The client's scheme, as a declared proxy says it. */
  scheme(c: AppContext): string | undefined {
    return this.#trusts(peerOf(c)) ? shortHeader(c, "x-forwarded-proto") : undefined;
  }

  /** Logs, once, that X-Forwarded-For came from a peer that is not a declared proxy. */
  noteUndeclaredProxy(c: AppContext): void {
    if (this.#noted || shortHeader(c, "x-forwarded-for") === undefined) return;
    const peer = peerOf(c);
    if (this.#trusts(peer)) return;
    this.#noted = true;
    // A public peer may be a client that made the header up: its address is not for the log.
    const from = peer === null || isGlobalUnicast(peer) ? "" : ` (${peer.text})`;
    const why = this.#trusted === false ? "is false" : "does not list its sender";
    this.#log(
      `a request came with X-Forwarded-For, which is ignored because WINNOW_TRUST_PROXY ${why}${from}: ` +
        "behind a proxy, all its clients share the limits of one network. Set WINNOW_TRUST_PROXY to the proxy's address",
    );
  }

  #trusts(peer: Address | null): boolean {
    if (typeof this.#trusted === "boolean") return this.#trusted;
    return peer !== null && this.#trusted.some((cidr) => contains(cidr, peer));
  }
}

/** IPv4-mapped IPv6, as a dual-stack socket reports it, is IPv4. */
function peerOf(c: AppContext): Address | null {
  return c.env.peer === null ? null : parseAddress(c.env.peer);
}

/** An entry of X-Forwarded-For; some proxies add the port, and brackets around IPv6. */
function readEntry(entry: string): Address | null {
  const text = entry.trim();
  if (text.length > MAX_ENTRY_CHARS) return null;
  const [, inBrackets, v4] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return parseAddress(inBrackets ?? v4 ?? text);
}
