/** What is counted of scores for metrics, the access log and the log. `app/app.ts` makes one. */
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import type { Log } from "../../model/log.ts";
import type { Caller } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Bill } from "../../records/usage.ts";

/** What a request was scored as: a value, or a whole sign-up. */
type ScoredAs = ComponentKind | "user";
type VerdictCounts = Record<Verdict, number>;

/** A request, or an entry of a batch, as far as it is counted. */
interface CountedRequest {
  readonly pending: { readonly requestId: string };
  readonly subject: ScoredAs;
  readonly verdict: Verdict;
  readonly decisions: readonly {
    readonly verdict: Verdict;
    readonly prepared: { readonly kind: ComponentKind };
  }[];
}

/** What one request had, for its line in the access log. Of a batch, without a verdict and an id. */
interface RequestOutcome {
  credits: number;
  verdict: Verdict | null;
  requestId: string | null;
}

/** Shares of a quota that are events of the log. */
const LOW = 0.8;
/** Accounts whose events are remembered; beyond that all are forgotten, and logged again. */
const MAX_NOTED = 10_000;

export class ScoreTally {
  /** Of live keys. */
  readonly verdicts: Readonly<Record<ScoredAs, VerdictCounts>>;
  readonly #log: Log;
  /** By the caller of the request; null: they are not asked for. */
  readonly #outcomes: WeakMap<object, RequestOutcome> | null;
  /** What was logged last of an account's quota in a month. */
  readonly #noted = new Map<string, "quota_low" | "quota_used_up">();
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

  billed(bill: Bill): void {
    this.#credits += bill.lookups;
    const outcome = bill.payer === null ? null : this.#outcome(bill.payer);
    if (outcome !== null) outcome.credits += bill.lookups;
    if (bill.used >= LOW * bill.quota) this.#noteQuota(bill);
  }

  /** The requests are durable. */
  recorded(caller: Caller, requests: readonly CountedRequest[]): void {
    if (caller.key.mode === "live") {
      for (const { subject, verdict, decisions } of requests) {
        if (subject === "user") this.verdicts.user[verdict]++;
        for (const decision of decisions) this.verdicts[decision.prepared.kind][decision.verdict]++;
      }
    }
    const outcome = this.#outcome(caller);
    if (outcome === null || requests.length !== 1) return;
    outcome.verdict = requests[0]!.verdict;
    outcome.requestId = requests[0]!.pending.requestId;
  }

  outcomeOf(caller: Caller): Readonly<RequestOutcome> | null {
    return this.#outcomes?.get(caller) ?? null;
  }

  #outcome(payer: object): RequestOutcome | null {
    if (this.#outcomes === null) return null;
    let outcome = this.#outcomes.get(payer);
    if (outcome === undefined) {
      outcome = { credits: 0, verdict: null, requestId: null };
      this.#outcomes.set(payer, outcome);
    }
    return outcome;
  }

  #noteQuota({ account, month, quota, used }: Bill): void {
    const event = used >= quota ? "quota_used_up" : "quota_low";
    const name = `${account} ${month}`;
    const before = this.#noted.get(name);
    if (before === event || before === "quota_used_up") return;
    if (this.#noted.size >= MAX_NOTED) this.#noted.clear();
    this.#noted.set(name, event);
    this.#log.write("warn", event, { account, month, used, quota });
  }
}
