/** Texts for people: ranked top signals, the summary sentence, and who is acting. */
import type { Actor } from "../model/actor.ts";
import type { ChallengeKind } from "../model/challenge/challenge.ts";
import type { ComponentKind, FindingSource } from "../model/component.ts";
import type { RuleApplied } from "../model/records.ts";
import { RULE_KIND_WORDS, ruleWords } from "../model/rules/rule.ts";
import type { InvalidComponent } from "../model/invalid_component.ts";
import type { Verdict } from "../model/verdict.ts";
import { CHALLENGE_PASSED } from "./challenge.ts";
import type { Contribution } from "./combine.ts";

/** Top signals that are listed at most. */
const TOP_SIGNALS = 10;

/** Findings of fewer points are in the stored score, but in no text. */
const NOTABLE_POINTS = 5;

/** A condition of the customer's that was true. */
interface NamedCondition {
  readonly action: "allow" | "review" | "block" | "tag";
  readonly when: string;
}

/** A passed challenge that came with a sign-up. */
interface PassedAnswer {
  readonly kind: ChallengeKind;
  /** The score without it; null: it changed nothing, because the verdict was no review. */
  readonly before: number | null;
}

const PROOF_WORDS: Readonly<Record<PassedAnswer["kind"], string>> = {
  email_token: "the browser proved the e-mail address",
  altcha: "a puzzle solved by the browser",
  wait: "a wait",
  code: "a code sent to the e-mail address",
};

/**
 * `<component>: <text>`, strongest first.
 * @param conditions that were true, in the order in which they go: they come first, after what changed the verdict last
 */
export function topSignals(
  contributions: readonly Contribution[],
  conditions: readonly NamedCondition[] = NO_CONDITIONS,
  answer: PassedAnswer | null = null,
): string[] {
  const notable = contributions.filter(({ finding }) => finding.points >= NOTABLE_POINTS);
  const texts = new Set([
    ...(answer === null ? [] : [`challenge: ${CHALLENGE_PASSED.text} (${PROOF_WORDS[answer.kind]})`]),
    ...conditions.map(({ action, when }) => `rule: ${action} when ${shortly(when)}`),
    ...notable.map(({ finding }) => `${finding.component}: ${finding.text}`),
  ]);
  return [...texts].slice(0, TOP_SIGNALS);
}
const NO_CONDITIONS: readonly NamedCondition[] = [];

/** In one line, cut where it is long. */
function shortly(when: string): string {
  const line = when.replaceAll(/\s+/g, " ").trim();
  return line.length <= SHORT_CONDITION ? line : `${line.slice(0, SHORT_CONDITION - 1)}…`;
}

/** Characters of a condition in texts. */
const SHORT_CONDITION = 120;

/** A finding's text without a detail in brackets that differs between scores: `datacenter address (Some Operator)`. */
export function withoutDetail(text: string): string {
  const at = text.indexOf(" (");
  return at > 0 && text.endsWith(")") ? text.slice(0, at) : text;
}

const COMPONENT_WORDS: Readonly<Record<FindingSource, string>> = {
  ...RULE_KIND_WORDS,
  linkage: "linked sign-ups",
};

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  allow: "Low risk",
  review: "Medium risk",
  block: "High risk",
};

/** What the account's agent policy decided about the request's agent. */
interface AgentDecision {
  readonly decision: "allow" | "review" | "deny";
  /** `rule:<0-based index>` or `default:<bucket>`. */
  readonly matched: string;
  /** The note that the customer wrote on a rule; may be empty. */
  readonly reason: string;
  /** The host that the agent's signature proves; null unless verified. */
  readonly host: string | null;
}

/** One sentence, for example "High risk (83): e-mail address: disposable e-mail domain; IP address: Tor exit node." */
export function summarize(given: {
  verdict: Verdict;
  score: number;
  checked: readonly ComponentKind[];
  contributions: readonly Contribution[];
  /** The rule that decided. */
  rule: RuleApplied | null;
  /** The condition that did, where no rule with a value does. */
  condition?: NamedCondition | null;
  agent: AgentDecision | null;
  /** Of a person whose agent is denied. */
  trust?: RuleApplied | undefined;
  /** What could not be read. */
  invalid?: readonly InvalidComponent[];
  answer?: PassedAnswer | null;
}): string {
  const { verdict, score, checked, rule, condition = null, agent, trust, invalid = [], answer } = given;
  const unread = invalid.length === 0 ? [] : [unreadable(invalid)];
  if (rule?.action === "trust") return `${[`Allowed: ${trustWords(rule)}`, ...unread].join("; ")}.`;
  if (rule !== null) {
    const words = rule.action === "block" ? "Blocked" : "Allowed";
    return `${[`${words} by your ${rule.action} rule for ${ruleWords(rule)}`, ...unread].join("; ")}.`;
  }
  if (condition !== null && condition.action !== "review") {
    const words = condition.action === "block" ? "Blocked" : "Allowed";
    return `${[`${words} by your rule when ${shortly(condition.when)}`, ...unread].join("; ")}.`;
  }
  const found = given.contributions.filter(({ finding }) => finding.points >= NOTABLE_POINTS).slice(0, 2)
    .map(({ finding }) => `${COMPONENT_WORDS[finding.component]}: ${finding.text}`);
  const reasons = [
    ...(condition === null ? [] : [`sent to review by your rule when ${shortly(condition.when)}`]),
    ...found,
    ...unread,
  ];
  if (agent?.decision === "deny") {
    const trusted = trust === undefined ? [] : [`${trustWords(trust)}, which is no trust in an agent`];
    return `Blocked: ${[denial(agent), ...trusted, ...reasons].join("; ")}.`;
  }
  const eased = answer?.before ?? null;
  const head = eased === null
    ? `${VERDICT_WORDS[verdict]} (${score})`
    : `${VERDICT_WORDS[verdict]} (${score}; ${eased} before a challenge was passed)`;
  if (reasons.length > 0) return `${head}: ${reasons.join("; ")}.`;
  if (checked.length > 0) {
    return `${head}: nothing suspicious about the ${list(checked.map((kind) => COMPONENT_WORDS[kind]))}.`;
  }
  return agent === null
    ? "Not scored: nothing in the request could be checked."
    : "Not scored: nothing but the agent could be checked.";
}

function trustWords(rule: RuleApplied): string {
  const why = rule.note === undefined ? "" : `, "${rule.note}"`;
  return `you trust this person (${ruleWords(rule)}${why})`;
}

/** By the fields of a request that are not components. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  ...RULE_KIND_WORDS,
  phone_country: "phone country",
  device_id: "device id",
  device_signals: "browser characteristics",
  device_automation: "automation markers",
  user_id: "user id",
};

function unreadable(invalid: readonly InvalidComponent[]): string {
  return `the ${list(invalid.map(({ field }) => FIELD_WORDS[field] ?? field))} could not be read`;
}

/** A verified agent is denied by a rule only, and of the defaults only the one for invalid signatures denies. */
function denial({ matched, reason, host }: AgentDecision): string {
  if (!matched.startsWith("rule:")) return "the agent's signature is invalid (default policy)";
  return `a rule of your agent policy denies the agent of ${host}${reason === "" ? "" : ` ("${reason}")`}`;
}

/** What an agent's signature shows about the actor. */
export interface SignatureHint {
  readonly type: "verified_agent" | "impersonated_agent" | "automation";
  /** Null, like the trigger, unless verified. */
  readonly agentOperator: string | null;
  readonly trigger: string | null;
  readonly detail: string;
}

/** What the browser's characteristics show about the actor. */
export interface DeviceHint {
  readonly type: "automation" | "likely_human" | "unknown";
  readonly detail: string;
}

/**
 * A verified signature is proof; everything else is inference. Nothing proves a person, so there is no type `human`.
 * @param signature null when the request carried none
 * @param device null when no characteristics were sent
 */
export function describeActor(signature: SignatureHint | null, device: DeviceHint | null): Actor {
  const hint = signature ?? device;
  if (hint === null) {
    const detail =
      "No agent signature and no browser characteristics were sent, so nothing is known about who is acting.";
    return { type: "unknown", proven: false, basis: "none", operator: null, trigger: null, detail };
  }
  return {
    type: hint.type,
    proven: hint.type === "verified_agent",
    basis: signature === null ? "device_signals" : "signature",
    operator: signature?.agentOperator ?? null,
    trigger: signature?.trigger ?? null,
    detail: hint.detail,
  };
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
