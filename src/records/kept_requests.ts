/**
 * Requests with an Idempotency-Key and their answers, for a day. What is kept of a request is one cell; the cell is written
 * in the commit of the request's effect where there is one such commit, so that both are durable or neither is. A request
 * that another process answered meanwhile is refused there, so it has no effect twice.
 *
 * While other processes serve the store, a request is claimed before it is executed. A claim ends after CLAIM_MS: one that
 * a killed process left blocks no longer than that. A request that takes longer may be executed by another process too;
 * then the first commit wins, and what has no such commit is safe to repeat.
 */
import { isLeased } from "../concurrency/clock_rules.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { MAX_VALUE_BYTES } from "../db/engine.ts";
import type { Change } from "./change.ts";
import { Document } from "./document.ts";
import { Abandoned, isAbandoned, State } from "./state.ts";
import { record, transient } from "./define.ts";
import { DAY_MS } from "../model/duration.ts";

// Answers hold what customers sent, so no backup keeps them for longer than the day.
/** A request with an Idempotency-Key: under way in a process, executed, or answered. */
export interface KeptRequest {
  /** Keyed hash of endpoint and body. */
  readonly fingerprint: string;
  /** Names the execution. */
  readonly token: string;
  /**
   * `claimed`: a process executes it, or did when it ended. `executed`: it had its effect, its answer is not known here.
   * `answered`: the answer is here, or in as many chunks.
   */
  readonly state: "claimed" | "executed" | "answered";
  /** When the claim ends, or the answer is forgotten (milliseconds since the epoch). */
  readonly until: number;
  /** Encrypted, base64; null: in chunks, or there is none. */
  readonly answer: string | null;
  readonly chunks: number;
}
export const KEPT_REQUEST = record({
  prefix: "idempotency",
  key: ["account", "hash"],
  value: transient<KeptRequest>(),
  lifetimeMs: DAY_MS,
});
export const KEPT_CHUNK = record({
  prefix: "idempotency-chunk",
  key: ["account", "token", "chunk"],
  value: transient<Uint8Array>(),
  lifetimeMs: DAY_MS,
});

const CLAIM_MS = 10_000;
/** A longer answer is in chunks of its own, written before the cell that names them. */
const MAX_IN_CELL = 24_000;

/** Why a commit is abandoned: another execution of the request was faster. */
const SUPERSEDED = "the request was executed meanwhile";

export function isSuperseded(error: unknown): boolean {
  return isAbandoned(error, SUPERSEDED);
}

/** A key of an account, as it is stored. */
export interface KeptKey {
  readonly account: string;
  readonly hash: string;
}

interface KeptRequestsOptions {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly isSoleProcess: () => boolean;
}

export class KeptRequests {
  readonly #options: KeptRequestsOptions;
  readonly #requests: State<KeptRequest, [account: string, hash: string]>;
  readonly #chunks: Document<Uint8Array, [account: string, token: string, chunk: string]>;

  constructor(options: KeptRequestsOptions) {
    this.#options = options;
    this.#requests = new State(options.writer, KEPT_REQUEST);
    this.#chunks = new Document(options.engine, KEPT_CHUNK);
  }

  /** What is kept under the first of the hashes that has something; null when nothing is, or no longer. */
  async find(account: string, hashes: readonly string[], now: number): Promise<KeptRequest | null> {
    for (const hash of hashes) {
      // A sole process may have it in memory, and has it there for the commit that follows.
      const read = this.#options.isSoleProcess() ? "known" : "get";
      const kept = live(await this.#requests[read](account, hash), now);
      if (kept !== null) return kept;
    }
    return null;
  }

  /** The encrypted answer of a request that is answered; null when it is lost. */
  async answerOf(account: string, { token, answer, chunks }: KeptRequest): Promise<Uint8Array | null> {
    if (answer !== null) return Uint8Array.fromBase64(answer);
    const parts: Uint8Array[] = [];
    for (let index = 0; index < chunks; index++) {
      const part = await this.#chunks.get([account, token, placeText(index)]);
      if (part === null) return null;
      parts.push(part);
    }
    return parts.length === 0 ? null : new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  }

  /**
   * Claims the request for this process. A sole process need not: it knows what it executes.
   * @returns false: there is no claim to be released
   * @throws Abandoned (`isSuperseded`) when something is kept already
   */
  async claim(key: KeptKey, fingerprint: string, token: string, now: number): Promise<boolean> {
    if (this.#options.isSoleProcess()) return false;
    const claim = {
      fingerprint,
      token,
      state: "claimed",
      until: now + CLAIM_MS,
      answer: null,
      chunks: 0,
    } as const;
    await this.write(key, this.#keeping(key, claim, now, (current) => current === null));
    return true;
  }

  /** Notes that the request had its effect; for the commit of the effect. */
  executed(key: KeptKey, fingerprint: string, token: string, now: number): Change {
    const until = now + KEPT_REQUEST.lifetimeMs;
    const executed = { fingerprint, token, state: "executed", until, answer: null, chunks: 0 } as const;
    return this.#keeping(key, executed, now, (current) => isClaim(current, token));
  }

  /**
   * Keeps the encrypted answer; for the commit of the effect, or after it.
   * @returns the change, and when the chunks of a long answer are durable: they precede it in the writer's queue
   */
  answered(
    key: KeptKey,
    fingerprint: string,
    token: string,
    sealed: Uint8Array<ArrayBuffer>,
    now: number,
  ): { readonly change: Change; readonly chunks: Promise<unknown> } {
    const until = now + KEPT_REQUEST.lifetimeMs;
    const inCell = sealed.length <= MAX_IN_CELL;
    // Several processes may make an answer at the same time: each has chunks of its own.
    const name = crypto.randomUUID();
    const writes: Promise<void>[] = [];
    for (let from = 0; !inCell && from < sealed.length; from += MAX_VALUE_BYTES) {
      const chunk = sealed.slice(from, from + MAX_VALUE_BYTES);
      const put = this.#chunks.put([key.account, name, placeText(writes.length)], chunk, until);
      writes.push(this.#options.writer.write(put));
    }
    const answer = inCell ? sealed.toBase64() : null;
    const chunks = writes.length;
    const kept = { fingerprint, token: name, state: "answered", until, answer, chunks } as const;
    const change = this.#keeping(
      key,
      kept,
      now,
      (current) => isClaim(current, token) || (current!.state === "executed" && current!.token === token),
    );
    const written = Promise.all(writes);
    written.catch(() => {}); // the caller waits for it after the commit
    return { change, chunks: written };
  }

  /** Ends the claim of a request that had no effect. @throws Abandoned when something else is kept, which stays */
  async release(key: KeptKey, token: string): Promise<void> {
    const ended = this.#requests.changing([key.account, key.hash], (current) => {
      if (!isClaim(current, token)) throw new Abandoned(SUPERSEDED);
      return null;
    });
    await this.write(key, ended);
  }

  /** Durable when it resolves. What is kept of a request does not stay in memory: it is used once or twice. */
  async write(key: KeptKey, change: Change): Promise<void> {
    try {
      await this.#options.writer.write(change);
    } finally {
      this.forget(key);
    }
  }

  forget({ account, hash }: KeptKey): void {
    this.#requests.forget(account, hash);
  }

  #keeping(
    { account, hash }: KeptKey,
    kept: KeptRequest,
    now: number,
    isAllowed: (current: KeptRequest | null) => boolean,
  ): Change {
    return this.#requests.changing([account, hash], (current) => {
      if (!isAllowed(live(current, now))) throw new Abandoned(SUPERSEDED);
      return kept;
    }, { end: kept.until, bytes: 300 + (kept.answer?.length ?? 0) });
  }
}

/** Nothing is kept, or the claim of this execution. */
function isClaim(current: KeptRequest | null, token: string): boolean {
  return current === null || (current.state === "claimed" && current.token === token);
}

function live(kept: KeptRequest | null, now: number): KeptRequest | null {
  if (kept === null || kept.until <= now) return null;
  return kept.state === "claimed" && !isLeased(kept.until, now, CLAIM_MS) ? null : kept;
}

function placeText(index: number): string {
  return String(index).padStart(4, "0");
}
