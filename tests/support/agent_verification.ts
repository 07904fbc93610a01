/** Whole verifications for tests: request in, outcome out, with the real client and a clock that stands. */
import assert from "node:assert/strict";
import type { Address } from "../../src/model/address.ts";
import { type Known, known } from "../../src/model/evidence.ts";
import { collectAgent } from "../../src/signals/agent/collect.ts";
import type { AgentDirectories } from "../../src/signals/agent/directory/directory.ts";
import { openAgentDirectories } from "../../src/signals/agent/directory/directory_clients.ts";
import { parseAgentRequest } from "../../src/signals/agent/parse.ts";
import type { Reason } from "../../src/signals/agent/reasons.ts";
import { type Outcome, outcomeOf } from "../../src/signals/agent/score.ts";
import { AGENT_HOST, type SignedAgentRequest, type SignGiven } from "./key_directory.ts";

/** Seconds. */
export const NOW = 1_800_000_000;

/** Covered components as `signAgentRequest` takes them. */
export const PLACE = ['"@authority"', "shop.example"] as const;
export const STRING_FORM = `"https://${AGENT_HOST}"`;
export const MEMBER = ['"signature-agent";key="sig1"', STRING_FORM] as const;

/** Reasons that are found without asking anyone. */
export const OFFLINE_REASONS: readonly Reason[] = [
  "not_web_bot_auth",
  "malformed_signature",
  "missing_parameter",
  "unsupported_algorithm",
  "not_yet_valid",
  "expired",
  "window_too_long",
  "insufficient_coverage",
  "signature_agent_missing",
  "signature_agent_not_covered",
  "signature_agent_invalid",
  "signature_agent_blocked",
  "invalid_component",
];

export interface DirectoriesGiven {
  readonly resolve?: (host: string) => Promise<Known<readonly Address[]>>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly timeoutMs?: number;
}

/** @param overrides base URL by host */
export function openTestDirectories(
  overrides: Record<string, string>,
  given: DirectoriesGiven = {},
): AgentDirectories {
  return openAgentDirectories({
    offline: false,
    egressAllow: [],
    resolve: given.resolve ?? (() => Promise.resolve(known([]))),
    userAgent: "winnow-test",
    overrides,
    now: given.now ?? (() => NOW * 1000),
    timeoutMs: given.timeoutMs ?? 5_000,
  });
}

/** @param now seconds */
export async function verifyRequest(
  request: SignedAgentRequest,
  directories: AgentDirectories,
  now = NOW,
): Promise<Outcome> {
  const context = { account: "acc", now: now * 1000, budget: null };
  return outcomeOf(await collectAgent(parseAgentRequest(request), { directories }, context), now);
}

/** The request with other headers; null takes one out. */
export function edited(
  request: SignedAgentRequest,
  headers: Record<string, string | null>,
): SignedAgentRequest {
  const merged = Object.entries({ ...request.headers, ...headers }).filter(([, value]) => value !== null);
  return { ...request, headers: Object.fromEntries(merged) as Record<string, string> };
}

/** A Dictionary member `sig1` with this text, covered by its key. */
export function memberForm(text: string): Pick<SignGiven, "agent" | "covered"> {
  return { agent: `sig1=${text}`, covered: [PLACE, ['"signature-agent";key="sig1"', text]] };
}

/** An outcome that is not verified says nothing about the agent. */
export function assertSaysNothing(outcome: Outcome): void {
  assert.deepEqual(outcome.block, {
    verified: false,
    signature_reason: outcome.reason,
    name: null,
    host: null,
    purpose: null,
    trigger: null,
    rate_expectation: null,
    expires_in: null,
    publishes_card: false,
  });
  assert.deepEqual([outcome.identifier, outcome.proof], [null, null]);
}
