/** The console's editor of the agent policy, one step at a time, and its test of a captured request. */
import type { AgentPolicy, AgentRule } from "../../model/agent_policy.ts";
import { AppError, invalidParameter } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { asObject, stringMember } from "../../model/json.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import { readRawRequest } from "../../signals/agent/raw_request.ts";
import { replaceAgentPolicy } from "../agents/agent_policy.ts";
import { type AgentVerification, judgeAgent } from "../agents/agents.ts";
import type { Services } from "../context.ts";

const MAX_CAPTURED = 64 * 1024;

export type PolicyStep =
  | { readonly do: "add"; readonly rule: AgentRule }
  | { readonly do: "remove" | "up" | "down"; readonly index: number }
  | { readonly do: "settings"; readonly defaultsApply: boolean; readonly replayProtection: string };

export async function readAgentPolicy(services: Services, caller: Caller): Promise<AgentPolicy> {
  return await services.store.agentPolicies.read(caller.account.id);
}

/**
 * @param seen `versionOf` the policy that the form was made for
 * @throws AppError invalid_value, too_many_items; then nothing is changed
 */
export async function changeAgentPolicy(
  services: Services,
  caller: Caller,
  step: PolicyStep,
  seen: string,
): Promise<void> {
  const policy = await readAgentPolicy(services, caller);
  if (versionOf(policy) !== seen) {
    throw new AppError(
      "invalid_value",
      "The policy has changed since this page was loaded. Nothing was saved; please check it and try again.",
    );
  }
  const settings = step.do === "settings" ? step : policy;
  const body = {
    rules: step.do === "settings" ? policy.rules : applyStep([...policy.rules], step),
    defaults_apply_when_no_rule_matches: settings.defaultsApply,
    replay_protection: settings.replayProtection,
  };
  await replaceAgentPolicy(services, caller, body);
}

/** The version of a policy as a form sends it back. */
export function versionOf(policy: AgentPolicy): string {
  return policy.updatedAt === null ? "" : String(policy.updatedAt);
}

function applyStep(rules: AgentRule[], step: Exclude<PolicyStep, { do: "settings" }>): AgentRule[] {
  if (step.do === "add") return [...rules, step.rule];
  const { index } = step;
  if (rules[index] === undefined) throw new AppError("invalid_value", "There is no such rule in the policy.");
  if (step.do === "remove") return rules.toSpliced(index, 1);
  const other = step.do === "up" ? index - 1 : index + 1;
  if (rules[other] === undefined) return rules;
  return rules.with(index, rules[other]).with(other, rules[index]);
}

/**
 * Judges a captured request as `/v1/agent/authorize` would, unbilled: nothing is counted and no nonce of live traffic is
 * consumed.
 * @throws AppError invalid_value
 */
export async function tryAgentRequest(
  services: Services,
  caller: Caller,
  text: string,
): Promise<AgentVerification> {
  const asTest: Caller = { account: caller.account, key: { ...caller.key, mode: "test" } };
  return await judgeAgent(services, { caller: asTest }, readCaptured(text));
}

/** Raw HTTP, or the JSON of `POST /v1/agent/authorize`. @throws AppError invalid_value */
export function readCaptured(text: string): AgentRequestInput {
  const refuse = (why: string) => invalidParameter("request", why);
  if (text.length > MAX_CAPTURED) throw refuse(`may have at most ${MAX_CAPTURED} characters`);
  if (text.trim() === "") throw refuse("paste a request: its first line and its headers");
  return text.trimStart().startsWith("{") ? readJson(text, refuse) : readRawRequest(text, "https", refuse);
}

function readJson(text: string, refuse: (why: string) => AppError): AgentRequestInput {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refuse("is not valid JSON");
  }
  const request = asObject(body) ?? {};
  const url = stringMember(request, "url");
  if (url === null) throw refuse("the JSON has no url");
  const headers = asObject(request["headers"]);
  if (headers === null) throw refuse("the JSON has no headers object");
  const entries = Object.entries(headers).filter((entry): entry is [string, string] =>
    typeof entry[1] === "string"
  );
  return { url, method: stringMember(request, "method"), headers: Object.fromEntries(entries) };
}
