/**
 * A sign-up that a visitor of a site is sending, before the site has it: read from the fields that the account mapped, and
 * scored as `POST /v1/score/user` would, from memory.
 */
import type { Address } from "../../model/address/address.ts";
import { invalidField } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { scoredBy, type Verdict } from "../../model/verdict.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import { announcedBy, countryOf } from "../../signals/ip/collect.ts";
import { requireActive } from "../access/quota.ts";
import type { Services } from "../context.ts";
import { readSignupForReview } from "../score/read_signup.ts";
import { scoreSignup } from "../score/score_signup.ts";

interface SignupRequest {
  readonly address: Address;
  readonly userAgent: string | null;
  /** With a signature; null: not signed. */
  readonly agent: AgentRequestInput | null;
  /** By the names of a sign-up's fields. */
  readonly values: Readonly<Record<string, string>>;
  /** Fields that stand in the request and could not be read: the verdict is at least review. */
  readonly unreadable: readonly string[];
  /** The visitor has passed a challenge at the edge: an address that is doubtful as a whole is scored then. */
  readonly passed: boolean;
  /** `performance.now()` when the request arrived. */
  readonly started: number;
}

export interface JudgedRequest {
  readonly verdict: Verdict;
  readonly score: number | null;
  readonly requestId: string;
}

/** As a browser's own script cuts it. */
const MAX_USER_AGENT = 512;

/**
 * By the decisions about the address, else scored: once, recorded and billed as a sign-up.
 * @throws AppError account_paused, quota_exceeded; then nothing is recorded or billed
 */
export async function judgeSignupRequest(
  services: Services,
  caller: Caller,
  request: SignupRequest,
): Promise<JudgedRequest> {
  requireActive(caller);
  const decided = await decisionOn(services, caller, request.address);
  if (decided === "block" || (decided === "review" && !request.passed)) {
    return { verdict: decided, score: null, requestId: services.visitors.requestId() };
  }
  const { verdict, score, requestId } = await scored(services, caller, request);
  return { verdict, score, requestId };
}

async function decisionOn(
  { decisions, sources }: Services,
  { account }: Caller,
  address: Address,
): Promise<Verdict | null> {
  const active = await decisions.active(account);
  const place = {
    address: address.text,
    asn: announcedBy(address, sources),
    country: countryOf(address, sources),
  };
  const [strongest] = active.find(place);
  return strongest === undefined ? null : strongest.type === "ban" ? "block" : "review";
}

function scored(
  services: Services,
  caller: Caller,
  { address, userAgent, agent, values, unreadable, started }: SignupRequest,
) {
  const signup = readSignupForReview(services.valueReader, {
    ...values,
    ip: address.text,
    ...(agent === null ? {} : { agent }),
    ...(userAgent === null ? {} : { device_signals: { user_agent: userAgent.slice(0, MAX_USER_AGENT) } }),
  }, (field, why) => invalidField(field === "" ? "" : `/${field}`, why));
  const unread = unreadable.map((field) => ({ field, detail: "could not be read from the request" }));
  return scoreSignup(services, {
    caller,
    ...scoredBy(null, caller.account.thresholds),
    via: "edge",
    fromMemory: true,
    started,
  }, { ...signup, invalid: [...signup.invalid ?? [], ...unread] });
}
