/**
 * A visitor of an account's site, judged for a proxy in front of it: the account's rules, its decisions, a verified agent, then
 * the score of the address and of what the request's headers show. Only from memory and the store: no outside source is waited for.
 */
import { type Address, lineOf } from "../../model/address/address.ts";
import { isGlobalUnicast } from "../../model/address/special_purpose.ts";
import { AppError } from "../../model/error.ts";
import { InvalidValue } from "../../model/invalid_value.ts";
import type { Caller } from "../../model/records.ts";
import { verdictOfRule } from "../../model/rules/rule.ts";
import type { RuleSubject } from "../../model/rules/rule_set.ts";
import { levelOf, scoredBy, type Verdict } from "../../model/verdict.ts";
import { combine, overallVerdict, rankFindings, weighed } from "../../scoring/combine.ts";
import { topSignals } from "../../scoring/explain.ts";
import { addressFacts } from "../../signals/device/collect.ts";
import { type ActingBrowser, actingBrowser } from "../../signals/device/actor.ts";
import { parseBrowser } from "../../signals/device/parse.ts";
import { announcedBy, countryOf } from "../../signals/ip/collect.ts";
import { parseIp } from "../../signals/ip/parse.ts";
import { SIGNALS } from "../../signals/registry.ts";
import { requireActive } from "../access/quota.ts";
import { readPass } from "../challenge/pass_cookie.ts";
import type { Services } from "../context.ts";
import { hashedNames } from "../rules/hashed_names.ts";
import { type Decision, partOf } from "../score/decision.ts";
import { scoreComponent } from "../score/score_component.ts";
import { judgeVisitingAgent } from "./visiting_agent.ts";
import type { JudgedVisitor } from "./visitors.ts";

/** A request to an account's site, as its proxy describes it. */
export interface Visitor {
  /** As text; whose it is, the proxy says. */
  readonly address: string;
  readonly method: string;
  readonly host: string | null;
  /** Path and query. */
  readonly uri: string;
  readonly scheme: "http" | "https";
  /** Of the visitor's request. */
  readonly headers: Headers;
  readonly cookie: string | null;
}

export interface VisitorVerdict {
  readonly verdict: Verdict;
  /** Null: not scored, because the month's quota is used up or the address is unknown. */
  readonly score: number | null;
  /** The same for one visitor during a minute. */
  readonly requestId: string;
  /** One sentence. */
  readonly why: string;
  readonly origin: "decision" | "rule" | "score" | "agent";
}

/** Characters of a user agent that are looked at. */
const MAX_AGENT = 512;

/**
 * Costs a lookup once a minute for each address (of IPv6 each /64). When the month's quota is used up, rules,
 * decisions and agents decide.
 * Who has passed a challenge is not asked again: review becomes allow, and never block.
 * @throws AppError account_paused, invalid_value, rate_limited; unavailable when the store cannot be read
 */
export async function judgeVisitor(
  services: Services,
  caller: Caller,
  visitor: Visitor,
): Promise<VisitorVerdict> {
  const judged = await judge(services, caller, visitor);
  if (judged.verdict !== "review") return judged;
  const pass = readPass(services, caller.account, visitor.cookie, visitor.address);
  return pass === null
    ? judged
    : { ...judged, verdict: "allow", why: `${judged.why} A challenge was passed.` };
}

async function judge(services: Services, caller: Caller, visitor: Visitor): Promise<VisitorVerdict> {
  requireActive(caller);
  const address = parseIp(visitor.address);
  if (address instanceof InvalidValue) throw new AppError("invalid_value", `the address ${address.reason}`);
  const refusal = services.visitors.refusal(caller);
  if (refusal !== null) {
    // A flood opens the door to nobody whom the account keeps out: that costs little to know.
    const known = await ruled(services, caller, placeOf(services, address), NOT_SCORED);
    if (known !== null) return known;
    throw refusal;
  }
  const judged = await judgedVisitor(services, caller, address, visitor);
  const { requestId } = judged;
  const place = { ...judged.address.evaluation.ruleSubject, ip: address };
  const known = await ruled(services, caller, place, judged);
  if (known !== null) return known;
  const agent = await judgeVisitingAgent(services, caller, visitor);
  if (agent !== null) return { ...agent, score: judged.score, requestId, origin: "agent" };
  const { verdict, score, why } = judged;
  return { verdict, score, requestId, why, origin: "score" };
}

/** By the account's rules, then by its decisions; null: neither knows the address. */
async function ruled(
  services: Services,
  caller: Caller,
  place: Place,
  judged: Pick<JudgedVisitor, "score"> & { readonly requestId: string | null },
): Promise<VisitorVerdict | null> {
  const requestId = judged.requestId ?? services.visitors.requestId();
  const rule = await ruleOf(services, caller, place);
  if (rule !== null) {
    const verdict = verdictOfRule(rule.action);
    const why = `A rule of the account: ${rule.action} ${rule.kind} ${rule.value}.`;
    return { verdict, score: verdict === "block" ? 100 : 0, requestId, why, origin: "rule" };
  }
  const decision = await decisionOn(services, caller, place);
  if (decision === undefined) return null;
  const verdict = decision.type === "ban" ? "block" : "review";
  return { verdict, score: judged.score, requestId, why: decision.why, origin: "decision" };
}

const NOT_SCORED = { score: null, requestId: null } as const;

/** What rules and decisions name of an address. */
type Place = RuleSubject & { readonly ip: Address };

function placeOf({ sources }: Services, ip: Address): Place {
  return { ip, asn: announcedBy(ip, sources), country: countryOf(ip, sources) };
}

async function judgedVisitor(
  services: Services,
  caller: Caller,
  address: Address,
  visitor: Visitor,
): Promise<JudgedVisitor> {
  const { visitors } = services;
  const userAgent = (visitor.headers.get("user-agent") ?? "").slice(0, MAX_AGENT);
  const languages = visitor.headers.get("accept-language") !== null;
  const key = visitors.keyOf(caller, address.text, `${languages ? "l" : "-"}${userAgent}`);
  const known = visitors.get(key);
  if (known !== undefined) return known;
  const paid = !isGlobalUnicast(address) || await visitors.bill(caller, lineOf(address));
  const { account } = caller;
  const context = {
    caller,
    ...scoredBy(null, account.thresholds),
    via: "single" as const,
    started: performance.now(),
    keep: false as const,
  };
  const decision = await scoreComponent(services, context, "ip", address);
  const requestId = visitors.requestId();
  if (!paid) {
    const why = "Not scored: the month's quota is used up.";
    return visitors.keep(key, { address: decision, verdict: "allow", score: null, requestId, why });
  }
  const browser = userAgent === "" ? null : actingBrowser({
    input: parseBrowser({ signals: { user_agent: userAgent }, automation: { no_languages: !languages } }),
    inDatacenter: addressFacts(address, services.sources).ipIsDatacenter,
    offsetContradicts: services.sources.timeZones.contradicts(NOT_SENT, NOT_SENT, services.now()),
  });
  const level = levelOf(context);
  return visitors.keep(key, { address: decision, requestId, ...scoreOf(decision, browser, level) });
}

const NOT_SENT = { known: false, why: "not_given" } as const;

/** As of a sign-up with this address and browser; the account's rules are applied later, to each request. */
function scoreOf(
  decision: Decision<"ip">,
  browser: ActingBrowser | null,
  level: ReturnType<typeof levelOf>,
): Pick<JudgedVisitor, "score" | "verdict" | "why"> {
  const breakdown = browser?.breakdown ?? null;
  const { component } = decision.evaluation;
  const parts = [
    { ...partOf(decision), score: component.breakdown.score, ruled: false },
    ...(breakdown === null
      ? []
      : [{ kind: "device" as const, score: breakdown.score, breakdown, ruled: false }]),
  ];
  const { score, verdict } = overallVerdict({
    combined: combine(parts.map(weighed), false),
    strictness: level,
    anyBlock: decision.verdict === "block" && decision.rule === null,
    rule: null,
    agentDenied: false,
  });
  const [first] = topSignals(rankFindings(parts, false));
  return { score, verdict, why: first === undefined ? "Nothing suspicious was found." : `${first}.` };
}

/** The first of those that apply: bans come first. */
async function decisionOn(
  services: Services,
  { account }: Caller,
  { ip, asn = null, country = null }: Place,
) {
  const active = await services.decisions.active(account);
  return active.find({ address: ip.text, asn, country })[0];
}

async function ruleOf(services: Services, { account }: Caller, place: Place) {
  const { rules, hasher } = services;
  while (!rules.isReady(account.id)) await rules.ready(account.id);
  const hashed = rules.hasHashed(account.id)
    ? hashedNames(hasher, { kind: "ip", input: place.ip, hash: hashOf(services, place.ip) })
    : undefined;
  return rules.match(account.id, place, services.now(), hashed);
}

/** Null: it is nobody's, and nothing is remembered of it. */
function hashOf({ hasher }: Services, address: Address): string | null {
  const identity = SIGNALS.ip.identity(address);
  return identity === null ? null : hasher.hash("ip", identity);
}
