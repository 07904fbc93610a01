/** The agent policy as the console edits it, one step at a time, and a captured request tried on it. */
import type { AgentPolicy, AgentRule } from "../../model/agent_policy.ts";
import { AppError, invalidParameter } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import { replaceAgentPolicy } from "../agents/agent_policy.ts";
import { type AgentOutcome, judgeAgent } from "../agents/agents.ts";
import type { Services } from "../context.ts";

const MAX_CAPTURED = 64 * 1024;
const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}) (\S{1,16384})(?: HTTP\/[\d.]+)?$/;

export type PolicyStep =
  | { readonly do: "add"; readonly rule: AgentRule }
  | { readonly do: "remove" | "up" | "down"; readonly index: number }
  | { readonly do: "settings"; readonly defaultsApply: boolean; readonly replayProtection: string };

export async function readAgentPolicy(services: Services, caller: Caller): Promise<AgentPolicy> {
  return await services.agents.policies.read(caller.account.id);
}

/**
 * @param seen `updatedAt` of the policy the step was made for, as text
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
      "The policy was changed meanwhile. Nothing was done; please look at it again.",
    );
  }
  const settings = step.do === "settings" ? step : policy;
  const body = {
    rules: step.do === "settings" ? policy.rules : moved([...policy.rules], step),
    defaults_apply_when_no_rule_matches: settings.defaultsApply,
    replay_protection: settings.replayProtection,
  };
  await replaceAgentPolicy(services, caller, body);
}

/** What a form says it was made for. */
export function versionOf(policy: AgentPolicy): string {
  return policy.updatedAt === null ? "" : String(policy.updatedAt);
}

function moved(rules: AgentRule[], step: Exclude<PolicyStep, { do: "settings" }>): AgentRule[] {
  if (step.do === "add") return [...rules, step.rule];
  const { index } = step;
  if (rules[index] === undefined) throw new AppError("invalid_value", "There is no such rule in the policy.");
  if (step.do === "remove") return rules.toSpliced(index, 1);
  const other = step.do === "up" ? index - 1 : index + 1;
  if (rules[other] === undefined) return rules;
  return rules.with(index, rules[other]).with(other, rules[index]);
}

/**
 * Judges a captured request as `/v1/agent/authorize` would, unbilled and without a trace: nothing is counted, no nonce
 * of live traffic is used up.
 * @throws AppError invalid_value
 */
export async function tryAgentRequest(
  services: Services,
  caller: Caller,
  text: string,
): Promise<AgentOutcome> {
  const asTest: Caller = { account: caller.account, key: { ...caller.key, mode: "test" } };
  return await judgeAgent(services, { caller: asTest }, readCaptured(text));
}

/** A request as it stands on the wire, or the JSON that the API takes. @throws AppError invalid_value */
export function readCaptured(text: string): AgentRequestInput {
  const refuse = (why: string) => invalidParameter("request", why);
  if (text.length > MAX_CAPTURED) throw refuse(`may have at most ${MAX_CAPTURED} characters`);
  if (text.trim() === "") throw refuse("paste a request: its first line and its headers");
  if (text.trimStart().startsWith("{")) return readJson(text, refuse);
  const [first, ...lines] = text.trim().split(/\r?\n/);
  const match = REQUEST_LINE.exec(first!.trim());
  if (match === null) throw refuse("the first line is not one of a request, such as: GET /shop HTTP/1.1");
  const headers = new Map<string, string>();
  for (const line of lines) {
    if (line.trim() === "") break;
    const colon = line.indexOf(":");
    if (colon < 1) throw refuse(`this line is no header: ${line.slice(0, 80)}`);
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  const [, method, target] = match as unknown as [string, string, string];
  if (/^https?:\/\//i.test(target)) return { method, url: target, headers: Object.fromEntries(headers) };
  const host = headers.get("host");
  if (host === undefined) {
    throw refuse("there is no Host header, so the URL is not known; put the whole URL into the first line");
  }
  return { method, url: `https://${host}${target}`, headers: Object.fromEntries(headers) };
}

function readJson(text: string, refuse: (why: string) => AppError): AgentRequestInput {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refuse("is not valid JSON");
  }
  const { url, method, headers } = body as Record<string, unknown>;
  if (typeof url !== "string") throw refuse("the JSON has no url");
  if (headers === null || typeof headers !== "object" || Array.isArray(headers)) {
    throw refuse("the JSON has no object of headers");
  }
  const entries = Object.entries(headers).filter((entry): entry is [string, string] =>
    typeof entry[1] === "string"
  );
  return { url, method: typeof method === "string" ? method : null, headers: Object.fromEntries(entries) };
}
