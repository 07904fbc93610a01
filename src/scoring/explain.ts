/** Words for a person: ranked top signals, the summary sentence, and who is acting. */
import type { ComponentKind } from "../model/component.ts";
import type { RuleApplied } from "../model/records.ts";
import type { Verdict } from "../model/verdict.ts";
import type { Loss } from "./combine.ts";

/** `'<component>: <text>'`, strongest first, at most this many. */
const TOP_SIGNALS = 10;

/** Findings below this many points are named in the findings, not in the top signals. */
const TELLING_POINTS = 5;

export function topSignals(losses: readonly Loss[]): string[] {
  const telling = losses.filter(({ finding }) => finding.points >= TELLING_POINTS);
  return [...new Set(telling.map(({ finding }) => `${finding.component}: ${finding.text}`))].slice(
    0,
    TOP_SIGNALS,
  );
}

const COMPONENT_WORDS: Readonly<Record<ComponentKind, string>> = {
  ip: "IP address",
  email: "e-mail address",
  phone: "phone number",
  domain: "domain",
  device: "device",
};

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  allow: "Low risk",
  review: "Worth a look",
  block: "High risk",
};

/** One sentence, for example "High risk (83): the e-mail address shows a disposable domain, the IP address shows a Tor exit node." */
export function summarize(given: {
  verdict: Verdict;
  score: number;
  checked: readonly ComponentKind[];
  losses: readonly Loss[];
  rule: RuleApplied | null;
  agentDenied: boolean;
}): string {
  const { verdict, score, rule } = given;
  if (rule !== null) {
    const words = rule.action === "block" ? "Blocked" : "Allowed";
    return `${words} by your ${rule.action} rule for ${rule.kind} ${rule.value}.`;
  }
  const head = `${VERDICT_WORDS[verdict]} (${score})`;
  const denied = given.agentDenied ? "your agent policy denies the agent" : null;
  const reasons = given.losses.filter(({ finding }) => finding.points >= TELLING_POINTS).slice(0, 2)
    .map(({ finding }) => `${COMPONENT_WORDS[finding.component]}: ${finding.text}`);
  const all = denied === null ? reasons : [denied, ...reasons];
  if (all.length > 0) return `${head}: ${all.join("; ")}.`;
  const checked = given.checked.map((kind) => COMPONENT_WORDS[kind]);
  return checked.length === 0
    ? `${head}: nothing could be checked.`
    : `${head}: nothing suspicious about the ${list(checked)}.`;
}

export interface Actor {
  readonly type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
  readonly proven: boolean;
  readonly basis: "signature" | "device_signals" | "none";
  readonly operator: string | null;
  readonly trigger: string | null;
  readonly detail: string;
}

/** What an agent's signature says about the actor; null when the request carried none. */
export interface SignatureHint {
  readonly type: "verified_agent" | "impersonated_agent" | "automation";
  readonly operator: string | null;
  readonly trigger: string | null;
  readonly detail: string;
}

/** What the browser's characteristics say; null when none were sent. */
export interface DeviceHint {
  readonly type: "automation" | "likely_human" | "unknown";
  readonly detail: string;
}

/** A verified signature is proof; everything else is inference. There is no `human`. */
export function describeActor(signature: SignatureHint | null, device: DeviceHint | null): Actor {
  if (signature !== null) {
    return {
      type: signature.type,
      proven: signature.type === "verified_agent",
      basis: "signature",
      operator: signature.type === "verified_agent" ? signature.operator : null,
      trigger: signature.type === "verified_agent" ? signature.trigger : null,
      detail: signature.detail,
    };
  }
  if (device !== null) {
    return {
      type: device.type,
      proven: false,
      basis: "device_signals",
      operator: null,
      trigger: null,
      detail: device.detail,
    };
  }
  return {
    type: "unknown",
    proven: false,
    basis: "none",
    operator: null,
    trigger: null,
    detail:
      "No agent signature and no browser characteristics were sent, so nothing is known about who is acting.",
  };
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
