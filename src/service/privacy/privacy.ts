/**
 * Requests of people about their data: what an account stores about a person is given out, or erased. An erasure is a job that
 * is durable before it begins; whatever interrupts it, a process finishes it. It is done when the store, the memory of all
 * processes and the store's files hold nothing of the person any more.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { originOf } from "../../model/access/audit.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import { type Caller, KEY_MODES, linksOwner } from "../../model/records.ts";
import type { Erasure, OpenJob } from "../../records/privacy/erasures.ts";
import type { Mentions, OpenedMessages } from "../../records/privacy/erase_lists.ts";
import type { Seal } from "../../records/seal.ts";
import type { Store } from "../../records/store.ts";
import { modesOf } from "../access/seen_mode.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { type ErasedPerson, PersonErasure } from "./erase_person.ts";
import type { PersonRequest, PrivacyParts } from "./parts.ts";
import { findWhole, type PersonScore } from "./person.ts";

interface PrivacyOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Of what jobs are about. */
  readonly seal: Seal;
  readonly opened: OpenedMessages;
  /** For how long backups are kept that were made before. */
  readonly backupMs: number;
  /** A job failed, and is tried again. */
  readonly failed: (error: unknown) => void;
}

/** A request waits this long for its erasure, which goes on without it. */
const WAIT_MS = 20_000;
/** What an ended process left is looked for so often. */
const LOOK_MS = 3_000;
/** The lease of a job is renewed so often. */
const RENEW_MS = 2_000;
const RETRY_MS = 5_000;
/** Other processes have read what one announced. */
const NOTICED_MS = 1_000;
/** Other processes may put back for so long what they had in memory. */
const SETTLED_MS = 6_000;
const SCORES_PER_PART = 100;
const MAX_OPEN = 20;
/** After the files were overwritten they are not again for so many times as long. */
const REST = 9;
const REST_STEP_MS = 100;

const RECEIPT = /^era_[0-9a-f]{32}$/;

export class Privacy implements PrivacyParts {
  readonly #parts: PrivacyOptions;
  #services: Services | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isStopped = false;
  /** One job after another. */
  readonly #running = new Map<string, Promise<Erasure | null>>();
  #last: Promise<unknown> = Promise.resolve();
  #overwriting: Promise<boolean> = Promise.resolve(true);
  /** That has not begun. */
  #next: Promise<boolean> | null = null;
  /** By a clock that is not set: the files are not overwritten again before. */
  #restUntil = -Infinity;

  constructor(parts: PrivacyOptions) {
    this.#parts = parts;
  }

  /** Finishes what was begun, here or in a process that ended. */
  start(services: Services): void {
    this.#services = services;
    this.#parts.store.erasures.onChange((account, id) => this.#changed(account, id));
    this.#plan(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  async get({ account }: Caller, id: string): Promise<Erasure> {
    // Not every text is a key of the store.
    const erasure = RECEIPT.test(id) ? await this.#parts.store.erasures.get(account.id, id) : null;
    if (erasure === null) throw new AppError("not_found", "your account has no erasure with this receipt");
    return erasure;
  }

  messages(account: string, mentions: Mentions): Promise<readonly unknown[]> {
    return this.#parts.store.personData.messages(account, this.#parts.opened, mentions);
  }

  pendingUntil({ at, endedAt }: Pick<Erasure, "at" | "endedAt">): number {
    return (endedAt ?? at) + this.#parts.backupMs;
  }

  async erase(caller: Caller, request: PersonRequest): Promise<Erasure> {
    const { store, now } = this.#parts;
    const services = this.#services;
    if (services === null) {
      throw new AppError("unavailable", "this process erases nothing", { retryAfter: 5 });
    }
    await this.#requireRoom(caller);
    const person = await findWhole(services, caller, request);
    addWork(services, caller, WORK.label * person.scores.length);
    const { userIds, own, scores, field } = person;
    const given = field === "request_id" ? null : request[field] ?? null;
    const about: ErasedPerson = {
      userIds,
      own: own.map(({ kind, hash }) => ({ kind, hash })),
      given,
      modes: modesOf(caller),
    };
    const erasure: Erasure = {
      id: `era_${crypto.randomUUID().replaceAll("-", "")}`,
      account: caller.account.id,
      at: now(),
      state: "erasing",
      counts: { scores: scores.length, values: own.length, shared_values: person.shared },
      endedAt: null,
    };
    const sealed = [about, ...pagesOf(scores)].map((part) => this.#sealed(part));
    const event = {
      account: caller.account.id,
      action: "data_erased",
      subjects: [erasure.id],
      count: scores.length,
    } as const;
    await store.erasures.begin(erasure, sealed, store.audit.entry(event, originOf(caller)));
    const done = this.#run({ erasure, parts: sealed.length });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), WAIT_MS));
    const ended = await Promise.race([done, late]).finally(() => clearTimeout(timer));
    return ended ?? await this.get(caller, erasure.id);
  }

  async #requireRoom({ account }: Caller): Promise<void> {
    let open = 0;
    for await (const { erasure } of this.#parts.store.erasures.open()) {
      if (erasure.account === account.id) open++;
    }
    if (open < MAX_OPEN) return;
    throw new AppError("rate_limited", `${open} erasures of this account are in progress; try again later`, {
      retryAfter: MINUTE_MS / 1000,
    });
  }

  #run(job: OpenJob): Promise<Erasure | null> {
    const { id } = job.erasure;
    const running = this.#running.get(id);
    if (running !== undefined) return running;
    const erased = this.#last.then(() => this.#erased(job));
    this.#last = erased.catch(() => {});
    const done = erased.then((erasure) => this.#done(erasure)).catch((error) => {
      this.#parts.failed(error);
      this.#plan(RETRY_MS);
      return null;
    }).finally(() => this.#running.delete(id));
    this.#running.set(id, done);
    return done;
  }

  /** Null: another process works on it, or this one stops. */
  async #erased({ erasure, parts }: OpenJob): Promise<Erasure | null> {
    const { store } = this.#parts;
    const services = this.#services;
    if (services === null || this.#isStopped || !await store.erasures.claim(erasure)) return null;
    if (erasure.state !== "erasing") return erasure;
    const renewing = setInterval(() => void store.erasures.claim(erasure).catch(() => {}), RENEW_MS);
    try {
      const about = await this.#part<ErasedPerson>(erasure, 0);
      if (about !== null && !await this.#erase(services, erasure, about, parts)) return null;
      return await store.erasures.erased(erasure, parts);
    } finally {
      clearInterval(renewing);
    }
  }

  async #done(erasure: Erasure | null): Promise<Erasure | null> {
    if (erasure === null) return null;
    // Each clears what it alone writes.
    if (!this.#parts.store.peers.isSoleProcess) await pause(NOTICED_MS);
    if (!await this.#overwrite()) return null;
    return await this.#parts.store.erasures.done(erasure);
  }

  async #erase(services: Services, erasure: Erasure, about: ErasedPerson, parts: number): Promise<boolean> {
    const { store } = this.#parts;
    const person = new PersonErasure(services, erasure.account, about);
    const ids: string[] = [];
    const named = new Set<string>();
    const each = async (work: (scores: readonly PersonScore[], part: number) => Promise<void>) => {
      for (let part = 1; part < parts; part++) {
        if (this.#isStopped || !await store.erasures.claim(erasure)) return false;
        const scores = await this.#part<readonly PersonScore[]>(erasure, part);
        if (scores !== null) await work(scores, part);
      }
      return true;
    };
    const isErased = await each(async (scores) => {
      ids.push(...scores.map(({ id }) => id));
      for (const { id, values } of scores) for (const [, hash] of [["", id], ...values]) named.add(hash!);
      await person.scores(scores);
    });
    if (!isErased) return false;
    await this.#forget(erasure);
    if (!await each((scores) => person.links(scores))) return false;
    await person.lists(ids, this.#parts.opened);
    await this.#forget(erasure);
    if (!store.peers.isSoleProcess) await pause(SETTLED_MS);
    if (!await each((scores) => person.links(scores))) return false;
    // Each process adds what it has seen within a second: what is taken back before would be counted again.
    if (
      !await each((scores, part) =>
        person.sightings(scores, (step) => store.erasures.once(erasure, part, step))
      )
    ) {
      return false;
    }
    await person.campaigns(ids);
    await this.#forget(erasure);
    await store.personData.eraseAnnounced(named);
    return true;
  }

  async #forget(erasure: Erasure): Promise<void> {
    this.#forgetHere(erasure.account);
    await this.#parts.store.erasures.announce(erasure);
  }

  #forgetHere(account: string): void {
    const services = this.#services;
    if (services === null) return;
    const { scoreColumns, linkage, rings } = services.store;
    scoreColumns.forget(account);
    for (const mode of KEY_MODES) {
      linkage.forget(linksOwner(account, mode));
      rings.forget(linksOwner(account, mode));
    }
    services.logins.drop(account);
    services.velocity.drop(account);
    services.guard.drop(account);
    services.counts.drop(account);
    services.labelGroups.drop(account);
    this.#forgetValues(services);
  }

  /** Answers about values, which are the same for all accounts. */
  #forgetValues({ valueReader, evaluationCache, visitors, sources }: Services): void {
    sources.mailboxes.forget?.();
    valueReader.forget();
    evaluationCache.clear();
    visitors.clear();
  }

  /** Another process erased something: what this one has in memory, and wrote itself, goes too. */
  async #changed(account: string | null, id: string): Promise<void> {
    if (account === null && this.#services !== null) this.#forgetValues(this.#services);
    if (account === null || this.#running.has(id)) return;
    this.#forgetHere(account);
    const erasure = await this.#parts.store.erasures.get(account, id);
    if (erasure !== null && erasure.state !== "erasing") await this.#parts.store.engine.overwrite?.(false);
  }

  /** Erasures that come together share a run, which begins after what it clears was deleted. False: this process stops. */
  #overwrite(): Promise<boolean> {
    return this.#next ??= this.#overwriting = this.#overwriting.catch(() => true).then(async () => {
      while (performance.now() < this.#restUntil && !this.#isStopped) await pause(REST_STEP_MS);
      this.#next = null;
      if (this.#isStopped) return false;
      const begun = performance.now();
      await this.#parts.store.engine.overwrite?.(true);
      this.#restUntil = performance.now() + REST * (performance.now() - begun);
      return true;
    });
  }

  #plan(afterMs: number): void {
    if (this.#isStopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look().catch(this.#parts.failed), afterMs);
    Deno.unrefTimer(this.#timer);
  }

  async #look(): Promise<void> {
    this.#plan(LOOK_MS);
    for await (const job of this.#parts.store.erasures.open()) if (!this.#isStopped) await this.#run(job);
  }

  #sealed(part: unknown): Uint8Array {
    return this.#parts.seal.encryptBytes(deflateRawSync(JSON.stringify(part)));
  }

  async #part<T>(erasure: Erasure, part: number): Promise<T | null> {
    const sealed = await this.#parts.store.erasures.part(erasure, part);
    const bytes = sealed === null ? null : this.#parts.seal.decryptBytes(sealed);
    return bytes === null ? null : JSON.parse(new TextDecoder().decode(inflateRawSync(bytes))) as T;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function pagesOf(scores: readonly PersonScore[]): (readonly PersonScore[])[] {
  const pages: (readonly PersonScore[])[] = [];
  for (let from = 0; from < scores.length; from += SCORES_PER_PART) {
    pages.push(scores.slice(from, from + SCORES_PER_PART));
  }
  return pages;
}
