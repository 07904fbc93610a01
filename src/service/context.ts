/** What service functions use: the store, the sources of evidence, caches and limits. Constructed once, by app/app.ts. */
import type { Clock } from "../concurrency/clock.ts";
import type { Caller, CompatBalance, ScoreRecord } from "../model/records.ts";
import type { Scored, Verdict } from "../model/verdict.ts";
import type { Sources } from "../signals/registry.ts";
import type { AgentDirectories } from "../signals/agent/directory/directory.ts";
import type { FeedLibrary } from "../feeds/library.ts";
import type { Change } from "../records/change.ts";
import type { Store } from "../records/store.ts";
import type { Receipts } from "./agents/receipts.ts";
import type { EvaluationCache } from "./score/evaluation_cache.ts";
import type { ScoreTally } from "./score/score_tally.ts";
import type { Authenticator } from "./access/authenticator.ts";
import type { ValueReader } from "./score/value_reader.ts";
import type { IdentifierHasher } from "./access/identifier_hasher.ts";
import type { PeopleParts } from "./people/parts.ts";
import type { RateLimiter } from "./access/rate_limit.ts";
import type { StorageLimit } from "./access/storage_limit.ts";
import type { SharedRateLimiter } from "./access/shared_limiter.ts";
import type { Idempotency } from "./access/idempotency.ts";
import type { SingleExecution } from "./access/single_execution.ts";
import type { OutcomeSummaries } from "./feedback/outcome_summary.ts";
import type { AppealParts } from "./appeals/parts.ts";
import type { ChallengeParts } from "./challenge/parts.ts";
import type { Campaigns } from "./campaigns/campaigns.ts";
import type { PrivacyParts } from "./privacy/parts.ts";
import type { ActiveConditions } from "./conditions/active_conditions.ts";
import type { ConditionCounts } from "./conditions/counts/counts.ts";
import type { Decisions } from "./decisions/decisions.ts";
import type { LabelGroups } from "./groups/label_groups.ts";
import type { Guard } from "./guard/guard.ts";
import type { LoginPlaces } from "./login/login_places.ts";
import type { Seal } from "../records/seal.ts";
import type { LoginWindows } from "./login/login_windows.ts";
import type { Velocities } from "./velocity/velocities.ts";
import type { ActiveRules } from "./rules/active_rules.ts";
import type { RuleHitCounts } from "./rules/rule_hits.ts";
import type { ReadLimits } from "./read_limits.ts";
import type { BouncerCalls } from "./decisions/bouncer_calls.ts";
import type { HookParts } from "./hooks/parts.ts";
import type { DryRunLimit } from "./rules/dry_run_limit.ts";
import type { AlertParts } from "./alerts/parts.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { WebhookParts } from "./webhooks/parts.ts";
import type { Visitors } from "./edge/visitors.ts";

export interface Services {
  readonly store: Store;
  readonly sources: Sources;
  readonly authenticator: Authenticator;
  readonly people: PeopleParts;
  readonly hasher: IdentifierHasher;
  readonly valueReader: ValueReader;
  readonly evaluationCache: EvaluationCache;
  /** Requests per minute of a key. */
  readonly limiter: SharedRateLimiter;
  /** Requests per minute of an account; see `access/work.ts`. */
  readonly accountLimiter: RateLimiter;
  /** Work per minute of an account. */
  readonly workLimiter: RateLimiter;
  /** What may be stored for an account. */
  readonly storageLimit: StorageLimit;
  readonly compatLimiter: SharedRateLimiter;
  /** For actions of visitors on the pages, per hour. */
  readonly pageLimiter: SharedRateLimiter;
  readonly rules: ActiveRules;
  /** For bouncers and proxies. */
  readonly decisions: Decisions;
  readonly conditions: ActiveConditions;
  /** Of an account's sign-ups, for its conditions. */
  readonly counts: ConditionCounts;
  /** Of an account, by what its labelled sign-ups have in common. */
  readonly labelGroups: LabelGroups;
  /** An account's sign-ups against what is usual there. */
  readonly velocity: Velocities;
  /** What accounts may send. */
  readonly guard: Guard;
  /** Log-ins of accounts in the last two days. */
  readonly logins: LoginWindows;
  readonly loginPlaces: LoginPlaces;
  /** What links of notices about log-ins are encrypted with. */
  readonly loginLinks: Seal;
  readonly ruleHits: RuleHitCounts;
  readonly campaigns: Campaigns;
  readonly appeals: AppealParts;
  readonly challenges: ChallengeParts;
  readonly privacy: PrivacyParts;
  /** The programs that carry out decisions. */
  readonly bouncers: BouncerCalls;
  readonly hooks: HookParts;
  readonly dryRunLimit: DryRunLimit;
  readonly readLimits: ReadLimits;
  readonly agentDirectories: AgentDirectories;
  readonly receipts: Receipts;
  readonly outcomeSummaries: OutcomeSummaries;
  readonly idempotency: Idempotency;
  readonly feeds: FeedLibrary;
  readonly webhooks: WebhookParts;
  readonly alerts: AlertParts;
  /** Of accounts' sites, as proxies ask about them. */
  readonly visitors: Visitors;
  /** Null: no mail server is set up. */
  readonly mail: Mailer | null;
  readonly tally: ScoreTally;
  /** Milliseconds since the epoch, of `clock`. */
  readonly now: () => number;
  readonly clock: Clock;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly budgetMs: number;
  /** WINNOW_COMPAT_BALANCE: of accounts that have not chosen. */
  readonly compatBalance: CompatBalance;
  /** WINNOW_BASE_URL, for links in responses; null: the address the request was sent to. */
  readonly baseUrl: string | null;
  /** Names the versions of the bundle and the lists, for stored scores. */
  readonly dataVersion: () => string;
}

/** One scoring request: its caller and options. */
export interface ScoringContext extends Scored {
  readonly caller: Caller;
  /** As the score is recorded. */
  readonly via: ScoreRecord["via"];
  /** False: nothing is stored, not even a record of the score. */
  readonly keep?: false;
  /** The month's quota is used up: decided by what is at hand, not billed, and with `keep: false` told only in its event. */
  readonly withoutQuota?: true;
  /** Scored from what is in memory and in the store: no outside source is asked, and none is waited for. */
  readonly fromMemory?: true;
  /** Its values come again: what is known of them is kept for a moment, though they were never counted. */
  readonly recurs?: boolean;
  /** Of a request with an Idempotency-Key. */
  readonly single?: SingleExecution;
  /** `performance.now()` when the request arrived. */
  readonly started: number;
  /**
   * Of a sign-up: cells that change in the write of the score's record. What a change throws fails the write, and the
   * request with it: nothing is recorded and nothing billed.
   */
  readonly alongside?: (scored: ScoredSignup) => Change;
}

/** A sign-up that is about to be recorded. */
interface ScoredSignup {
  readonly requestId: string;
  readonly verdict: Verdict;
}

/** Seconds since the request arrived, to the microsecond. */
export function processingTime(started: number): number {
  return Math.round((performance.now() - started) * 1000) / 1_000_000;
}
