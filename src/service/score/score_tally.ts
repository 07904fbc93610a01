/** What is counted of scores for metrics, the access log and the log. `app.ts` makes one. */
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import type { Log } from "../../model/log/log.ts";
import type { Caller } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Charge } from "../../store/records/usage.ts";

/** What a request was scored as: a value, or a whole sign-up. */
export type ScoredAs = ComponentKind | "user";
export type VerdictCounts = Record<Verdict, number>;

/** A request, or an entry of a batch, as far as it is counted. */
export interface CountedRequest {
  readonly slot: { readonly requestId: string };
  readonly subject: ScoredAs;
  readonly verdict: Verdict;
  readonly decisions: readonly {
    readonly verdict: Verdict;
    readonly prepared: { readonly kind: ComponentKind };
  }[];
}

/** What one request had, for its line in the access log. Of a batch, without a verdict and an id. */
export interface RequestOutcome {
  readonly credits: number;
  readonly verdict: Verdict | null;
  readonly requestId: string | null;
}

/** Shares of a quota that are events of the log. */
const QUOTA_SHARES = [0.8, 1] as const;
/** Accounts whose events are remembered; beyond that all are forgotten, and logged again. */
const MAX_NOTED = 10_000;

export class ScoreTally {
  /** Of live keys. */
  readonly verdicts: Readonly<Record<ScoredAs, VerdictCounts>>;
  readonly #log: Log;
  /** By the caller of the request; null: nobody asks for them. */
  readonly #outcomes: WeakMap<Caller, RequestOutcome> | null;
  /** The highest share that was logged for an account in a month. */
  readonly #noted = new Map<string, number>();
  #credits = 0;

  /** @param watch true: outcomes of single requests are kept for `outcomeOf` */
  constructor(log: Log, watch: boolean) {
    this.#log = log;
    this.#outcomes = watch ? new WeakMap() : null;
    const none = () => ({ allow: 0, review: 0, block: 0 });
    this.verdicts = Object.fromEntries(
      [...COMPONENT_KINDS, "user"].map((kind) => [kind, none()]),
    ) as Record<ScoredAs, VerdictCounts>; // one for each kind
  }

  /** Lookups that were billed. */
  get credits(): number {
    return this.#credits;
  }

  /** The requests are durable. @param lookups that they cost */
  recorded(caller: Caller, requests: readonly CountedRequest[], lookups: number, charge: Charge): void {
    const isLive = caller.key.mode === "live";
    if (isLive) {
      this.#credits += lookups;
      for (const { subject, verdict, decisions } of requests) {
        if (subject === "user") this.verdicts.user[verdict]++;
        for (const decision of decisions) this.verdicts[decision.prepared.kind][decision.verdict]++;
      }
    }
    const single = requests.length === 1 ? requests[0]! : null;
    this.#outcomes?.set(caller, {
      credits: isLive ? lookups : 0,
      verdict: single?.verdict ?? null,
      requestId: single?.slot.requestId ?? null,
    });
    if (charge.taken >= QUOTA_SHARES[0] * caller.account.monthlyQuota && charge.taken > 0) {
      this.#noteQuota(caller, charge);
    }
  }

  outcomeOf(caller: Caller): RequestOutcome | null {
    return this.#outcomes?.get(caller) ?? null;
  }

  #noteQuota({ account }: Caller, { taken, month }: Charge): void {
    const share = QUOTA_SHARES.findLast((share) => taken >= share * account.monthlyQuota) ?? 0;
    const name = `${account.id} ${month}`;
    const before = this.#noted.get(name) ?? 0;
    if (share <= before) return;
    if (this.#noted.size >= MAX_NOTED) this.#noted.clear();
    this.#noted.set(name, share);
    this.#log.write(share === 1 ? "warn" : "info", share === 1 ? "quota_used_up" : "quota_low", {
      account: account.id,
      month,
      used: taken,
      quota: account.monthlyQuota,
    });
  }
}
