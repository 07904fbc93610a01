/**
 * Probes a mail server for a mailbox, from its greeting to RCPT (RFC 5321): first the real address, then a random one to detect
 * a catch-all. No message is sent: there is no DATA command.
 */
import type { SourceMeter } from "../../concurrency/measure/source_meter.ts";
import { timeLimit } from "../../concurrency/time_limit.ts";
import type { Address, Cidr } from "../../model/address/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { mayConnectToUntrusted } from "../address_guard.ts";
import type { MxRecord } from "../../model/outside_facts.ts";
import { probingOf, type ProbingRules } from "./mx_provider.ts";
import { type Conversation, converse, type SmtpLimits } from "./smtp_conversation.ts";
import type { Meaning } from "./smtp_meaning.ts";
import { SmtpFailed, type SmtpTarget } from "./smtp_session.ts";

interface SmtpOptions {
  readonly meter?: SourceMeter | undefined;
  readonly egressAllow: readonly Cidr[];
  readonly resolve: (host: string) => Promise<Known<readonly Address[]>>;
  readonly port: number;
  /** The name in EHLO, and the domain of the second sender. */
  readonly helo: string;
  readonly limits?: Partial<SmtpLimits>;
  /** From 0 to 1. */
  readonly random?: () => number;
}

interface ProbeRequest {
  /** As in RCPT TO, the domain in A-labels. */
  readonly address: string;
  readonly domain: string;
  /** Empty: the domain itself is used (implicit MX). */
  readonly mx: readonly MxRecord[];
  readonly signal?: AbortSignal;
}

export type ProbeResult =
  /** The server answered about the mailbox. */
  | {
    readonly kind: "answer";
    readonly meaning: "accepted" | "not_found" | "disabled" | "full";
    readonly catchAll: Known<boolean>;
  }
  /** Probe again later; busy: no probes of this host for a while. */
  | { readonly kind: "later"; readonly busy: boolean }
  /** No result. */
  | { readonly kind: "unavailable"; readonly detail: string };

const SMTP_LIMITS: SmtpLimits = {
  connectMs: 2_000,
  bannerMs: 5_000,
  commandMs: 3_000,
  totalMs: 25_000,
};

const MAX_HOSTS = 2;
const MAX_ADDRESSES_PER_HOST = 2;
const RANDOM_LENGTH = 20;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
const MAX_ADDRESS_LENGTH = 320;
/** Control characters could inject commands; angle brackets would end the path. */
const UNSAFE = /[\p{Cc}\u2028\u2029<>]/u;

export class SmtpProber {
  readonly #options: SmtpOptions;
  readonly #calls = new Set<{ stop: AbortController; done: Promise<unknown> }>();
  #closed = false;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async probe(request: ProbeRequest): Promise<ProbeResult> {
    const stop = new AbortController();
    const probing = this.#probe(request, stop);
    const done = this.#options.meter?.measure(probing, outcomeOf) ?? probing;
    const call = { stop, done };
    this.#calls.add(call);
    try {
      return await done;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Closes all connections; later probes are `unavailable`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { stop } of this.#calls) stop.abort();
    await Promise.all([...this.#calls].map((call) => call.done));
  }

  async #probe(request: ProbeRequest, stop: AbortController): Promise<ProbeResult> {
    const { address, domain, signal } = request;
    if (address.length > MAX_ADDRESS_LENGTH || UNSAFE.test(address)) {
      return unavailable("the address cannot be sent");
    }
    const limits = { ...SMTP_LIMITS, ...this.#options.limits };
    using _limit = timeLimit(limits.totalMs, () => stop.abort(), signal);
    if (this.#closed) stop.abort();
    let last: ProbeResult = unavailable("no mail exchanger can be reached");
    for (const exchange of this.#exchanges(request)) {
      for (const target of await this.#targets(exchange)) {
        if (stop.signal.aborted) return unavailable("no time left");
        const ask = { address, random: `${this.#randomLocal()}@${domain}` };
        const result = await this.#probeServer(target, ask, limits, stop.signal);
        if (result.kind !== "unavailable") return result;
        last = result;
      }
    }
    return last;
  }

  /** The preferred exchangers, those of equal preference in random order (RFC 5321 section 5.1). */
  #exchanges({ mx, domain }: ProbeRequest): readonly string[] {
    const usable = mx.filter((record) => record.exchange !== "");
    if (usable.length === 0) return mx.length === 0 ? [domain] : [];
    const shuffled = usable.map((record) => ({ record, at: this.#random() }));
    shuffled.sort((one, other) => one.record.preference - other.record.preference || one.at - other.at);
    return [...new Set(shuffled.map(({ record }) => record.exchange))].slice(0, MAX_HOSTS);
  }

  /** Addresses that may be connected to, IPv4 first: many servers refuse IPv6 without a PTR. */
  async #targets(exchange: string): Promise<readonly SmtpTarget[]> {
    const addresses = await this.#options.resolve(exchange);
    if (!addresses.known) return [];
    return addresses.value
      .filter((address) => mayConnectToUntrusted(address, this.#options.egressAllow))
      .toSorted((one, other) => one.family - other.family)
      .slice(0, MAX_ADDRESSES_PER_HOST)
      .map((address) => ({ address, port: this.#options.port, exchange }));
  }

  /** Probes one server; again without TLS when the handshake failed, and once more when the server closed the connection. */
  async #probeServer(
    target: SmtpTarget,
    ask: { readonly address: string; readonly random: string },
    limits: SmtpLimits,
    signal: AbortSignal,
  ): Promise<ProbeResult> {
    const probing = probingOf(target.exchange);
    const conversation: Conversation = {
      target,
      helo: this.#options.helo,
      recipients: probing.testsCatchAll ? [ask.address, ask.random] : [ask.address],
      strict: probing.strict,
      tls: true,
      limits: { ...limits, commandMs: Math.max(limits.commandMs, probing.commandMs ?? 0) },
      signal,
      meanings: [],
    };
    let mayRetry = true;
    for (;;) {
      try {
        await converse(conversation);
        break;
      } catch (error) {
        if (!(error instanceof SmtpFailed)) throw error;
        if (error.reason === "tls" && conversation.tls) conversation.tls = false;
        else if (error.reason === "hang_up" && mayRetry && conversation.greeted) mayRetry = false;
        else if (conversation.meanings.length > 0) break;
        else return unavailable(`the mail server: ${error.reason}`);
      }
    }
    return resultOf(conversation.meanings, probing);
  }

  #random(): number {
    return (this.#options.random ?? Math.random)();
  }

  #randomLocal(): string {
    return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[Math.floor(this.#random() * ALPHABET.length)])
      .join("");
  }
}

/** From the meaning for the real address and, where probed, for the random one. */
function resultOf([real, random]: readonly Meaning[], probing: ProbingRules): ProbeResult {
  switch (real) {
    case "accepted":
      // A server that cannot verify the random address has not verified the real one.
      if (random === "unverified") {
        return unavailable("the mail server does not disclose which mailboxes exist");
      }
      return { kind: "answer", meaning: "accepted", catchAll: catchAllOf(random, probing) };
    case "limited":
      return {
        kind: "answer",
        meaning: "accepted",
        catchAll: unknown("not_asked", "the mailbox accepts no mail at the moment"),
      };
    case "not_found":
      return { kind: "answer", meaning: real, catchAll: known(false) };
    // A catch-all domain may have disabled or full mailboxes too.
    case "disabled":
    case "full":
      return {
        kind: "answer",
        meaning: real,
        catchAll: unknown("not_asked", "this mailbox accepts no mail"),
      };
    case "temporary":
    case "busy":
      return { kind: "later", busy: real === "busy" };
    case "about_us":
      return unavailable("the mail server refuses this client");
    default:
      return unavailable("the mail server gives no usable reason");
  }
}

function catchAllOf(random: Meaning | undefined, probing: ProbingRules): Known<boolean> {
  if (!probing.testsCatchAll) return unknown("not_asked", "catch-all is not tested at this provider");
  switch (random) {
    case "accepted":
      return known(true);
    case "not_found":
    case "disabled":
    case "unclear":
      return known(false);
    default:
      return unknown("unavailable", "the mail server gave no clear reply");
  }
}

function unavailable(detail: string): ProbeResult {
  return { kind: "unavailable", detail };
}

function outcomeOf({ kind }: ProbeResult): string {
  return kind === "answer" ? "answered" : kind;
}
