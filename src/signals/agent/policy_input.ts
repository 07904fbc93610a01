/** Reads and validates a policy that a customer sends. */
import {
  AGENT_ACTIONS,
  AGENT_POLICY_LIMITS as LIMITS,
  type AgentAction,
  type AgentPolicy,
  type AgentRule,
  REPLAY_PROTECTIONS,
  type ReplayProtection,
} from "../../model/agent_policy.ts";
import { AGENT_PROFILES, type AgentProfile } from "../../model/agent_profile.ts";
import { AppError, type InputProblem } from "../../model/error.ts";
import { asObject } from "../../model/json.ts";
import { readProvenUrl } from "./directory/agent_url.ts";
import { readHostPattern } from "./host_pattern.ts";

const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const MAX_PROBLEMS = 10;
const URL_RULE =
  "must be an absolute https URL with a path, as the Signature-Agent field has it; name an origin by its host";
const HOST = "must be a host name like agent.example or *.agent.example, without scheme, port and path; " +
  "leave it out to match any";
/** Placeholder for an invalid rule, whose problem was noted. */
const NO_RULE: AgentRule = { action: "review", reason: "" };

/**
 * @param updatedAt milliseconds since the epoch
 * @throws {AppError} invalid_value listing what is wrong, too_many_items for more than 200 rules
 */
export function readPolicy(body: unknown, updatedAt: number): AgentPolicy {
  const problems: InputProblem[] = [];
  const fail = (pointer: string, detail: string) => problems.push({ pointer, detail });
  const policy = asObject(body) ?? {};
  const rules = Array.isArray(policy["rules"]) ? policy["rules"] as unknown[] : null;
  if (rules === null) fail("/rules", "must be an array");
  if (rules !== null && rules.length > LIMITS.rules) {
    throw new AppError("too_many_items", `a policy has at most ${LIMITS.rules} rules`, {
      errors: [{ pointer: "/rules", detail: `may have at most ${LIMITS.rules} entries` }],
    });
  }
  const defaultsApply = policy["defaults_apply_when_no_rule_matches"] ?? true;
  if (typeof defaultsApply !== "boolean") fail("/defaults_apply_when_no_rule_matches", "must be a boolean");
  const replayProtection = policy["replay_protection"] ?? "signature-window";
  if (!(REPLAY_PROTECTIONS as readonly unknown[]).includes(replayProtection)) {
    fail("/replay_protection", `must be one of ${REPLAY_PROTECTIONS.join(", ")}`);
  }
  const read = (rules ?? []).map((rule, index) => readRule(rule, `/rules/${index}`, fail));
  if (problems.length > 0) {
    const first = problems[0] as { pointer: string; detail: string };
    throw new AppError("invalid_value", `${first.pointer}: ${first.detail}`, {
      errors: problems.slice(0, MAX_PROBLEMS),
    });
  }
  return {
    rules: read,
    defaultsApply: defaultsApply as boolean,
    replayProtection: replayProtection as ReplayProtection,
    updatedAt,
  };
}

function readRule(value: unknown, at: string, fail: (pointer: string, detail: string) => void): AgentRule {
  const rule = asObject(value);
  if (rule === null) {
    fail(at, "must be an object");
    return NO_RULE;
  }
  const { trigger, methods, action, reason, profile, repeated } = rule;
  const host = isText(rule["host"], 1, LIMITS.host) ? readHostPattern(rule["host"]) : null;
  if (rule["host"] !== undefined && host === null) fail(`${at}/host`, HOST);
  const url = isText(rule["url"], 1, LIMITS.url) ? readProvenUrl(rule["url"]) : null;
  if (rule["url"] !== undefined && url === null) fail(`${at}/url`, URL_RULE);
  if (!(AGENT_ACTIONS as readonly unknown[]).includes(action)) {
    fail(`${at}/action`, `must be one of ${AGENT_ACTIONS.join(", ")}`);
  }
  if (profile !== undefined && !(AGENT_PROFILES as readonly unknown[]).includes(profile)) {
    fail(`${at}/profile`, `must be one of ${AGENT_PROFILES.join(", ")}; leave it out to match any`);
  }
  if (repeated !== undefined && typeof repeated !== "boolean") {
    fail(`${at}/repeated`, "must be a boolean; leave it out to match any");
  }
  if (trigger !== undefined && !isText(trigger, 1, LIMITS.trigger)) {
    fail(`${at}/trigger`, `must be a string of 1 to ${LIMITS.trigger} characters`);
  }
  if (reason !== undefined && !isText(reason, 0, LIMITS.reason)) {
    fail(`${at}/reason`, `must be a string of at most ${LIMITS.reason} characters`);
  }
  if (methods !== undefined && !isMethods(methods)) {
    fail(`${at}/methods`, `must be 1 to ${LIMITS.methods} HTTP methods; leave it out to match any`);
  }
  return {
    ...(host === null ? {} : { host }),
    ...(url === null ? {} : { url }),
    ...(profile === undefined ? {} : { profile: profile as AgentProfile }),
    ...(repeated === undefined ? {} : { repeated: repeated as boolean }),
    ...(trigger === undefined ? {} : { trigger: trigger as string }),
    ...(methods === undefined ? {} : { methods: methods as string[] }),
    action: action as AgentAction,
    reason: (reason ?? "") as string,
  };
}

function isMethods(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 1 && value.length <= LIMITS.methods &&
    value.every((method) => isText(method, 1, LIMITS.method) && METHOD.test(method));
}

function isText(value: unknown, least: number, most: number): value is string {
  return typeof value === "string" && value.length >= least && value.length <= most;
}
