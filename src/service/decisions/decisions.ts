/**
 * The decisions of accounts, for bouncers and proxies: in memory once an account is loaded, and stored, so that every process
 * gives them the same ids and tells what ended. What rules and lists make is brought up to date when somebody asks.
 */
import { LRUCache } from "lru-cache";
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import { retryOnConflict } from "../../concurrency/retry.ts";
import { type Address, lineOf, parseAddress, parseCidr } from "../../model/address/address.ts";
import { type ActiveDecisions, BURST, type Decision, MOST, TERMS } from "../../model/decisions/decision.ts";
import { networkOfHeld, scopeOfNetwork } from "../../model/decisions/decision_index.ts";
import { decisionOf, type HeldDecision, uuidOwner } from "../../model/decisions/held_decision.ts";
import { isNever, isNeverNetwork } from "../../model/decisions/never.ts";
import { type LedgerChange, type NewDecision, reconcile } from "../../model/decisions/reconcile.ts";
import type { Account, Outcome, ScoreRecord } from "../../model/records.ts";
import type { Change } from "../../records/change.ts";
import { DECISIONS_CHANGED, type LoadedDecisions } from "../../records/decisions/ledger.ts";
import type { Seal } from "../../records/seal.ts";
import { isAbandoned } from "../../records/state.ts";
import type { Store } from "../../records/store.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import type { HeldRules } from "../rules/account_rules.ts";
import type { ActiveRules } from "../rules/active_rules.ts";
import { runAtOnce, runInSlices } from "../rules/time_slicing.ts";
import { AccountDecisions } from "./account_decisions.ts";
import { Callers } from "./callers.ts";
import { concerns, LabelDecisions } from "./label_decisions.ts";
import type { Basis, Plan } from "./plan.ts";
import { SealedAddresses } from "./sealed_addresses.ts";
import {
  isAllowed,
  isHeldAllowed,
  type ListedRanges,
  type NamedRules,
  type PlaceOf,
  wantedDecisions,
} from "./wanted.ts";

interface DecisionsParts {
  readonly store: Pick<
    Store,
    "accounts" | "decisions" | "refusals" | "labels" | "scoreSearch" | "changes" | "peers"
  >;
  readonly rules: ActiveRules;
  /** Of the feeds, and what changes with them. */
  readonly listed: () => ListedRanges;
  readonly generation: () => string;
  readonly placeOf: PlaceOf;
  /** Whether many people share an address, by the tables or by the account's own sign-ups. */
  readonly isShared: (account: string, address: Address) => Promise<boolean>;
  readonly hasher: IdentifierHasher;
  /** Of addresses that people had. */
  readonly seal: Seal;
  /** False: what is refused is not counted. */
  readonly background: boolean;
  readonly now: () => number;
}

interface Held {
  readonly decisions: AccountDecisions;
  /** Another process changed them, or they are being changed. */
  isStale: boolean;
  basis: Basis | null;
}

/** What a refused attempt was. */
type RefusedKind = "signup" | "login" | "request";

const MAX_ATTEMPTS = 20;
const MAX_BACK_OFF_MS = 100;
/** In memory, of all accounts together. One is about 500 bytes. */
const MAX_DECISIONS = 400_000;
/** The memory of an account without decisions, in decisions. */
const ACCOUNT_WEIGHT = 6;
/**
 * What was made and what ended so long before a question is told again: a commit takes a while, and the clocks of nodes may
 * differ. Who asks takes a decision that is told twice for one.
 */
const OVERLAP_MS = 5_000;

/** A change of at most so many decisions is applied synchronously. */
const APPLIED_AT_ONCE = 1_000;

const NOTHING: LedgerChange = { added: [], changed: [], removed: [] };

export class Decisions {
  readonly #parts: DecisionsParts;
  /** In objects of their own, because the cache weighs an object once. */
  readonly #loaded: LRUCache<string, { readonly held: Held }>;
  /** Loads and changes of an account are made one after another. */
  readonly #turns = new KeyedQueue();
  readonly #labels: LabelDecisions;
  readonly #sealing: SealedAddresses;
  readonly #callers = new Callers();
  readonly #named: NamedRules = new WeakMap();

  constructor(parts: DecisionsParts) {
    this.#parts = parts;
    this.#loaded = new LRUCache<string, { readonly held: Held }>({
      maxSize: MAX_DECISIONS,
      sizeCalculation: ({ held }) => Math.min(MAX_DECISIONS, ACCOUNT_WEIGHT + held.decisions.size),
    });
    this.#labels = new LabelDecisions(parts);
    this.#sealing = new SealedAddresses(parts.seal);
    if (parts.background) {
      // One process hears of its own label, whose score it knows. The label is stored: a failure here only decides nothing.
      parts.store.labels.onChange(async (changed) => {
        if (changed === null || changed.by === null) return;
        await this.#labelled(changed.account, changed.by.record, changed.by.outcome).catch(() => {});
      });
    }
    parts.store.decisions.onChange((changed) => {
      for (const account of changed === null ? [...this.#loaded.keys()] : [changed]) {
        const loaded = this.#loaded.peek(account);
        if (loaded !== undefined) loaded.held.isStale = true;
      }
    });
  }

  /** Active ones, those of the rules of this moment included; from memory once the account is loaded. */
  async active(account: Account): Promise<ActiveDecisions> {
    const { held, rules } = await this.#current(account);
    const now = this.#parts.now();
    const active = held.decisions.at(now);
    const isOwn = this.#callers.test(account.id);
    const others = (found: readonly Decision[]) =>
      isOwn === null ? found : found.filter((each) => !isOwn(each));
    const { placeOf } = this.#parts;
    return {
      get all() {
        return others(active.all);
      },
      find: (place) => {
        const found = others(active.find(place));
        if (found.every(({ origin }) => origin === "winnow-rules")) return found;
        const address = parseCidr(place.address)!;
        // An address of a listed range may be allowed alone.
        return isAllowed(rules.compiled, address, placeOf, now)
          ? found.filter(({ origin }) => origin === "winnow-rules")
          : found;
      },
    };
  }

  /**
   * Those that were made and that ended since a time (milliseconds since the epoch), as every process knows it; some of
   * those just before it are told again.
   * @param since null: all that are active, and what ended lately
   */
  async changes(
    account: Account,
    since: number | null,
  ): Promise<{ added: readonly Decision[]; ended: readonly Decision[]; at: number }> {
    const at = this.#parts.now();
    await this.#catchUp();
    const { held } = await this.#current(account);
    const after = since === null ? null : since - OVERLAP_MS;
    const { added, ended } = held.decisions.changes(after, this.#parts.now());
    const isOwn = this.#callers.test(account.id);
    return { added: isOwn === null ? added : added.filter((each) => !isOwn(each)), ended, at };
  }

  /**
   * A sign-up, log-in or request from an address was refused. Ten of them within ten minutes, over all processes, make a
   * captcha of the address, or of the /64 of IPv6. Durable when it resolves.
   */
  async refused(account: Account, address: string, _kind: RefusedKind): Promise<void> {
    const parsed = parseAddress(address);
    if (parsed === null || isNever(parsed) || !this.#parts.background) return;
    const { store, hasher, placeOf, now } = this.#parts;
    const line = parseCidr(lineOf(parsed))!;
    const named = { origin: "winnow-velocity", ...scopeOfNetwork(line) } as const;
    if (this.#callers.test(account.id)?.(named)) return;
    const { held, rules } = await this.#current(account);
    const { lastsMs } = TERMS.velocity;
    const current = held.decisions.named(named, now());
    // One that has most of its time before it needs no other, whatever comes.
    if (current !== null && current.until! - now() > lastsMs / 2) return;
    if (held.decisions.at(now()).find({ address }).some(({ type }) => type === "ban")) return;
    if (isAllowed(rules.compiled, line, placeOf, now())) return;
    const isBurst = await store.refusals.note(account.id, hasher.hash("refusals", lineOf(parsed)), now());
    if (!isBurst) return;
    await this.#observe(account, {
      ...named,
      type: "captcha",
      from: now(),
      until: now() + lastsMs,
      cause: `burst ${now()}`,
      count: BURST.refused,
    });
  }

  /** A program of the account called from there. @param text an address */
  noteCaller(account: string, text: string): void {
    this.#callers.note(account, text);
  }

  /** Where an address is, for `find`. */
  placeOf(address: Address): ReturnType<PlaceOf> {
    return this.#parts.placeOf(address);
  }

  /**
   * Takes one back. It does not come back while what made it is the same. Durable when it resolves.
   * @param also in the same commit; made of the decision
   */
  async lift(
    account: Account,
    id: number,
    also: (decision: Decision) => Change,
  ): Promise<Decision | null> {
    return await this.#change(account, (decisions) => {
      const now = this.#parts.now();
      const held = decisions.get(id, now);
      if (held === null) return { change: NOTHING, result: null };
      const decision = decisionOf(held, uuidOwner(account.id), now);
      const lifted: HeldDecision = { ...held, ended: now, lifted: true };
      return { change: { ...NOTHING, changed: [lifted] }, result: decision, also: also(decision) };
    });
  }

  async #labelled(account: string, record: ScoreRecord, outcome: Outcome | null): Promise<void> {
    const owner = this.#parts.store.accounts.account(account);
    if (owner === null) return;
    const { placeOf, now } = this.#parts;
    const { held, rules } = await this.#current(owner);
    const before = [...held.decisions.observed(now())].filter((each) => concerns(each, record.id));
    if (outcome !== "fraud" && before.length === 0) return;
    const evidence = await this.#labels.evidenceOf(owner, record);
    if (evidence === null) {
      for (const { id } of before) await this.#end(owner, id);
      return;
    }
    const network = networkOfHeld(evidence)!;
    if (isNeverNetwork(network) || isAllowed(rules.compiled, network, placeOf, now())) return;
    const cause = `labels ${[...evidence.signups].sort().join(" ")}`;
    const name = { ...evidence, origin: "winnow-labels" } as const;
    if (this.#callers.test(account)?.(name)) return;
    const current = held.decisions.named(name, now());
    if (outcome !== "fraud" && current === null) return;
    if (current?.cause === cause || held.decisions.isLifted(name, cause)) return;
    const isShared = await this.#parts.isShared(account, network.address);
    await this.#observe(owner, {
      ...name,
      type: isShared ? "captcha" : "ban",
      from: now(),
      // A label that is taken back does not prolong what the others made.
      until: outcome === "fraud" ? now() + TERMS.labels.lastsMs : current!.until,
      cause,
      ...(isShared ? { shared: true } : {}),
    });
  }

  async #end(account: Account, id: number): Promise<void> {
    await this.#change(account, (decisions) => {
      const now = this.#parts.now();
      const held = decisions.get(id, now);
      return {
        change: held === null ? NOTHING : { ...NOTHING, changed: [{ ...held, ended: now }] },
        result: null,
      };
    });
  }

  /** Adds a decision about an address that people had, in place of the one of its name. */
  async #observe(account: Account, made: NewDecision): Promise<void> {
    await this.#change(account, (decisions) => {
      const now = this.#parts.now();
      const before = decisions.named(made, now);
      let observed = 0;
      for (const _ of decisions.observed(now)) observed++;
      if (before === null && observed >= MOST.observed) return { change: NOTHING, result: null };
      return {
        change: { ...NOTHING, added: [made], changed: before === null ? [] : [{ ...before, ended: now }] },
        result: null,
      };
    });
  }

  /** The account's decisions as its rules and lists make them now. */
  async #current(account: Account): Promise<{ readonly held: Held; readonly rules: HeldRules }> {
    const { rules, now } = this.#parts;
    const held = await this.#held(account.id);
    const own = await rules.held(account.id, now());
    if (this.#isCurrent(held, account, own)) return { held, rules: own };
    await this.#catchUp();
    await this.#reconcile(account);
    return { held: await this.#held(account.id), rules: own };
  }

  #isCurrent({ basis }: Held, account: Account, rules: HeldRules): boolean {
    return basis !== null && basis.rules === rules.manifest && basis.lists === this.#listsOf(account) &&
      this.#parts.now() < basis.until;
  }

  /** Names the lists that the account has, as they are. */
  #listsOf({ decisionsTor, decisionsDrop }: Account): string {
    if (!decisionsTor && !decisionsDrop) return "";
    return `${decisionsTor === true} ${decisionsDrop === true} ${this.#parts.generation()}`;
  }

  async #reconcile(account: Account): Promise<void> {
    const { rules, listed, placeOf } = this.#parts;
    await this.#change(account, async (decisions) => {
      const loaded = this.#loaded.peek(account.id);
      const now = this.#parts.now();
      const own = await rules.held(account.id, now);
      if (loaded !== undefined && this.#isCurrent(loaded.held, account, own)) {
        return { change: NOTHING, result: null };
      }
      const [manifest, lists] = [own.manifest, this.#listsOf(account)];
      const { wanted, until } = await runInSlices(
        wantedDecisions({ account, rules: own, named: this.#named, listed, placeOf, now }),
      );
      const isHeldOff = (each: HeldDecision) => isHeldAllowed(own.compiled, each, placeOf, now);
      const change = await runInSlices(
        reconcile({ held: decisions.held(), wanted, isAllowed: isHeldOff, now }),
      );
      // What is forgotten goes with the next change of something else.
      const isNothing = change.added.length === 0 && change.changed.length === 0;
      return {
        change: isNothing ? NOTHING : change,
        result: null,
        basis: { rules: manifest, lists, until },
      };
    });
  }

  /** Plans against the newest decisions and stores the plan. Plans again when another process changed them meanwhile. */
  #change<T>(account: Account, plan: Plan<T>): Promise<T> {
    const attempt = async (number: number): Promise<T> => {
      const held = await this.#load(account.id, number > 1);
      const { decisions } = held;
      const { change, result, also, basis } = await plan(decisions);
      const size = change.added.length + change.changed.length + change.removed.length;
      if (size > 0) {
        const stored = await this.#parts.store.decisions.change(account.id, decisions.stage(change), also);
        await this.#apply(account.id, held, stored);
      }
      if (basis !== undefined) held.basis = basis;
      return result;
    };
    return this.#turns.run(account.id, () =>
      retryOnConflict(attempt, {
        when: (error) => isAbandoned(error, DECISIONS_CHANGED),
        attempts: MAX_ATTEMPTS,
        pauseMs: (number) => Math.random() * Math.min(MAX_BACK_OFF_MS, 4 * number),
      }));
  }

  /** Waits for its turn where they have to be read. */
  async #held(account: string): Promise<Held> {
    const held = this.#loaded.get(account)?.held;
    if (held !== undefined && !held.isStale) return held;
    return await this.#turns.run(account, () => this.#load(account, false));
  }

  /** In the account's turn. @param isChanged what is in memory is known to be out of date */
  async #load(account: string, isChanged: boolean): Promise<Held> {
    const known = this.#loaded.get(account)?.held;
    if (known !== undefined && !known.isStale && !isChanged) return known;
    const held = known ??
      { decisions: new AccountDecisions(uuidOwner(account), this.#sealing), isStale: false, basis: null };
    held.isStale = false;
    try {
      const { decisions } = held;
      const loaded = await this.#parts.store.decisions.load(account, (chunk) => decisions.hasChunk(chunk));
      await this.#apply(account, held, loaded);
    } catch (error) {
      held.isStale = true;
      throw error;
    }
    return held;
  }

  async #apply(account: string, held: Held, loaded: LoadedDecisions): Promise<void> {
    const { decisions } = held;
    const steps = decisions.apply(loaded);
    if (decisions.touches(loaded) <= APPLIED_AT_ONCE) runAtOnce(steps);
    else {
      const wasStale = held.isStale;
      held.isStale = true; // others wait for their turn
      await runInSlices(steps);
      held.isStale = wasStale;
    }
    this.#loaded.set(account, { held });
  }

  /** What other processes committed before is known here when it resolves. */
  async #catchUp(): Promise<void> {
    const { changes, peers } = this.#parts.store;
    if (!peers.isSoleProcess) await changes.catchUp();
  }
}
