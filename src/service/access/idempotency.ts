/**
 * Requests with an Idempotency-Key: the same key, account, endpoint and body within a day are answered with the stored
 * answer. Live and test keys are apart. Only answers are kept: what was refused, or failed without an effect, is executed
 * again.
 */
import { hash as digest } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import {
  isSuperseded,
  type KeptKey,
  type KeptRequest,
  type KeptRequests,
} from "../../records/kept_requests.ts";
import type { Change } from "../../records/change.ts";
import type { Seal } from "../../records/seal.ts";
import type { IdentifierHasher } from "./identifier_hasher.ts";
import type { StorageLimit } from "./storage_limit.ts";
import type { SingleExecution } from "./single_execution.ts";

interface IdempotencyOptions {
  readonly store: KeptRequests;
  readonly hasher: IdentifierHasher;
  readonly seal: Seal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called for an answer that is not small, with the kilobytes above that. */
  readonly onLarge: (caller: Caller, kilobytes: number) => void;
  readonly limit: Pick<StorageLimit, "admit" | "kept">;
}

/** A request, as it is recognised again. */
interface KeyedRequest {
  readonly caller: Caller;
  readonly key: string;
  /** Method, path and query. */
  readonly endpoint: string;
  readonly body: string | Uint8Array;
}

interface Answer {
  /** JSON. */
  readonly text: string;
  /** It is that of an earlier execution. */
  readonly isReplayed: boolean;
}

interface Execution {
  readonly kept: KeptKey;
  readonly fingerprint: string;
  readonly token: string;
  readonly caller: Caller;
  readonly isExecuted: boolean;
}

/** Kilobytes of a small answer. */
const SMALL_KILOBYTES = 4;

export class Idempotency {
  readonly #options: IdempotencyOptions;
  /** Requests that this process executes, by account and hash of the key, with their fingerprints. */
  readonly #running = new Map<string, string>();

  constructor(options: IdempotencyOptions) {
    this.#options = options;
  }

  /**
   * Answers a request: as it was answered before, or by executing it.
   * @param execute returns the answer's body; what it throws is not kept
   * @throws AppError idempotency_key_reused, idempotency_in_progress, rate_limited; what `execute` throws
   */
  async answer(
    request: KeyedRequest,
    execute: (single: SingleExecution) => Promise<unknown>,
  ): Promise<Answer> {
    const { caller, key, endpoint, body } = request;
    const account = caller.account.id;
    const hashes = this.#hashes(`${caller.key.mode}\u0000${key}`);
    const fingerprints = this.#hashes(`${endpoint}\u0000${digest("sha256", body)}`);
    const [hash, fingerprint] = [hashes[0]!, fingerprints[0]!];
    const name = `${account} ${hash}`;
    const running = this.#running.get(name);
    if (running !== undefined) throw running === fingerprint ? inProgress() : reused();
    this.#running.set(name, fingerprint);
    try {
      for (let attempt = 1;; attempt++) {
        const now = this.#options.now();
        const found = await this.#options.store.find(account, hashes, now);
        if (found !== null && !fingerprints.includes(found.fingerprint)) throw reused();
        if (found?.state === "answered") return { text: await this.#text(account, found), isReplayed: true };
        if (found?.state === "claimed") throw inProgress();
        if (found === null) this.#options.limit.admit(caller.account);
        const token = found?.token ?? crypto.randomUUID();
        const kept = { account, hash };
        try {
          return await this.#execute(
            { kept, fingerprint, token, caller, isExecuted: found !== null },
            execute,
          );
        } catch (error) {
          if (!isSuperseded(error)) throw error;
          if (attempt > 1) throw inProgress();
        }
      }
    } finally {
      this.#running.delete(name);
      this.#options.store.forget({ account, hash });
    }
  }

  async #execute(
    execution: Execution,
    execute: (single: SingleExecution) => Promise<unknown>,
  ): Promise<Answer> {
    const { kept, fingerprint, token, isExecuted } = execution;
    const { store, now } = this.#options;
    const isClaimed = !isExecuted && await store.claim(kept, fingerprint, token, now());
    const answers: { readonly text: string; readonly chunks: Promise<unknown> }[] = [];
    const keep = (text: string): Change => {
      const { change, chunks } = this.#answered(execution, text);
      answers.push({ text, chunks });
      return change;
    };
    try {
      const body = await execute({
        isExecuted,
        answered: (body) => keep(JSON.stringify(body)),
        executed: () => store.executed(kept, fingerprint, token, now()),
      });
      if (answers.length === 0) await store.write(kept, keep(JSON.stringify(body)));
      // Of several, those before the last one were of commits that were abandoned.
      const { text, chunks } = answers.at(-1)!;
      await chunks;
      return { text, isReplayed: false };
    } catch (error) {
      await Promise.allSettled(answers.map(({ chunks }) => chunks));
      // Otherwise the claim ends by itself.
      if (isClaimed) await store.release(kept, token).catch(() => {});
      throw error;
    }
  }

  #answered({ kept, fingerprint, token, caller }: Execution, text: string) {
    const { store, seal, now, onLarge, limit } = this.#options;
    const sealed = seal.encryptBytes(deflateRawSync(text, { level: 1 }));
    const kilobytes = Math.ceil(sealed.length / 1024) - SMALL_KILOBYTES;
    if (kilobytes > 0) onLarge(caller, kilobytes);
    limit.kept(caller.account, sealed.length);
    return store.answered(kept, fingerprint, token, sealed, now());
  }

  async #text(account: string, found: KeptRequest): Promise<string> {
    const sealed = await this.#options.store.answerOf(account, found);
    const plain = sealed === null ? null : this.#options.seal.decryptBytes(sealed);
    if (plain === null) throw new Error("the kept answer of a request cannot be read");
    return new TextDecoder().decode(inflateRawSync(plain));
  }

  #hashes(text: string): readonly string[] {
    return this.#options.hasher.hashes("idempotency", text);
  }
}

function reused(): AppError {
  return new AppError(
    "idempotency_key_reused",
    "this Idempotency-Key was sent with another endpoint or body less than 24 hours ago; use a new key for a new request",
  );
}

function inProgress(): AppError {
  return new AppError("idempotency_in_progress", undefined, { retryAfter: 1 });
}
