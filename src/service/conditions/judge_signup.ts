/** The conditions of an account on a sign-up that is scored: what judging needs is read before, judging itself waits for nothing. */
import { type Awaitable, chain } from "../../concurrency/awaitable.ts";
import type { Breakdown } from "../../model/component.ts";
import { type Counted, labelCountOf } from "../../model/conditions/count.ts";
import type { DimensionValues } from "../../model/conditions/dimension.ts";
import { identitiesOf } from "../../model/conditions/identities.ts";
import { signupValues } from "../../model/conditions/signup_values.ts";
import type { Facts } from "../../model/facts/fact.ts";
import type { Linkage } from "../../model/linkage/linkage.ts";
import type { Ring } from "../../model/linkage/ring.ts";
import type { Caller, RuleApplied } from "../../model/records.ts";
import { levelOf, thresholdsAt, type Verdict } from "../../model/verdict.ts";
import type { ScoringContext, Services } from "../context.ts";
import type { Decision } from "../score/decision.ts";
import type { AccountConditions } from "./active_conditions.ts";
import { judgeConditions, type JudgedSignup } from "./judge.ts";
import { type SignupCounts, SignupSubject } from "./signup_subject.ts";

/** A sign-up before its conditions are judged. */
interface CombinedSignup {
  readonly requestId: string;
  readonly userId: string | null;
  readonly decisions: readonly Decision[];
  readonly facts: Facts;
  readonly linkage: Linkage & { readonly ring: Ring | null };
  /** Of its links, and of a browser without a device id. */
  readonly findings: readonly Breakdown["findings"][];
  readonly combined: {
    readonly score: number;
    readonly verdict: Verdict;
    readonly rule: RuleApplied | null;
    readonly anyBlock: boolean;
  };
  readonly agentDenied: boolean;
}

/** Reads the conditions, and what they count. Null: there is nothing to judge. Synchronous when all of it is in memory. */
export function readyConditions(
  { conditions, counts }: Services,
  { account, key: { mode } }: Caller,
): Awaitable<AccountConditions | null> {
  return chain(conditions.of(account.id), (known) => {
    if (known.active.length === 0) return null;
    return chain(counts.ready(account.id, mode, known.counts), () => known);
  });
}

/** @param conditions as `readyConditions` returned them */
export function judgeSignup(
  services: Services,
  context: ScoringContext,
  conditions: AccountConditions | null,
  signup: CombinedSignup,
): JudgedSignup | null {
  if (conditions === null) return null;
  const { decisions, facts, linkage, findings, combined, agentDenied } = signup;
  const { score, verdict, rule, anyBlock } = combined;
  const at = services.now();
  const subject = new SignupSubject({
    facts,
    score,
    verdict,
    components: decisions.map(({ prepared: { kind }, score, evaluation: { component } }) => ({
      kind,
      score,
      findings: component.breakdown.findings,
      unknown: component.unknown,
    })),
    findings,
    linkage,
    ring: linkage.ring,
    counts: countsOf(services, context, valuesOf(signup), at),
  });
  return judgeConditions(conditions.active, subject, {
    score,
    verdict,
    ruled: rule !== null,
    anyBlock,
    agentDenied,
    reviewThreshold: thresholdsAt(levelOf(context)).review,
  }, at);
}

/**
 * Counts the sign-up for those after it; taken back where it cannot be stored.
 * @param stored resolves when it is
 */
export async function withCounted<T>(
  { counts, now }: Services,
  { caller: { account, key: { mode } }, keep }: ScoringContext,
  signup: CombinedSignup,
  store: () => Promise<T>,
): Promise<T> {
  if (keep === false || !counts.holds(account.id, mode)) return await store();
  const at = now();
  counts.note(account.id, mode, valuesOf(signup), at, signup.requestId);
  try {
    return await store();
  } catch (error) {
    counts.forget(account.id, mode, at, signup.requestId);
    throw error;
  }
}

function valuesOf({ decisions, facts, userId }: CombinedSignup): DimensionValues {
  const hashed = decisions.map(({ prepared: { kind, hash }, evaluation: { relatedHashes, domainHash } }) => ({
    kind,
    hash: hash ?? "",
    relatedHashes,
    ...(domainHash === undefined ? {} : { domainHash }),
  }));
  return signupValues(identitiesOf(hashed, userId), facts);
}

function countsOf(
  { counts }: Services,
  { caller: { account, key: { mode } } }: ScoringContext,
  values: DimensionValues,
  at: number,
): SignupCounts {
  const count = (wanted: Counted) => counts.count(account.id, mode, wanted, values, at);
  return {
    count,
    labels: (variable) => {
      const wanted = labelCountOf(variable);
      return wanted === null ? null : count(wanted);
    },
    reason: (wanted) => counts.reason(account.id, mode, wanted, at),
  };
}
