/** Linkage, velocity and ring of a sign-up: how its values relate to earlier sign-ups of the account. */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { clientSubnet, lineOf, operatorSubnet } from "../../model/address/address.ts";
import type { Breakdown, Claimable } from "../../model/component.ts";
import { orNull } from "../../model/evidence.ts";
import { type CustomFields, REFERRAL_KEY } from "../../model/facts/custom.ts";
import type { AnyFact } from "../../model/facts/fact.ts";
import { type DeviceUser, tokenOfShape, tokenOfText } from "../../model/linkage/common_device.ts";
import { idAt, signupId } from "../../model/linkage/ring.ts";
import { type KeyMode, linksOwner, type StoredSignup, TEST_LINKS_MS } from "../../model/records.ts";
import type { LinkFacts } from "../../scoring/linkage.ts";
import { isCommonId } from "../../signals/device/browser.ts";
import type { DeviceInput } from "../../signals/device/parse.ts";
import { domainIdentity } from "../../signals/domain/parse.ts";
import { OLD_DOMAIN_DAYS } from "../../signals/domain/score.ts";
import { emailPattern } from "../../signals/email/normalize.ts";
import { type Change, endingBy } from "../../records/change.ts";
import type { Linked } from "../../records/linkage/linkage.ts";
import type { Joined, RingKeys, RingValues } from "../../records/linkage/rings.ts";
import type { ScoringContext, Services } from "../context.ts";
import { type Decision, decisionOf } from "./decision.ts";
import { companiesOf, traitsOf } from "./signup_companies.ts";
import { isFromNetwork, type PageToken, readPageToken } from "./page_token.ts";

interface SignupLinks extends Linked {
  readonly keys: RingKeys;
  /** Null when none was sent. */
  readonly token: PageToken | null;
}

/** What the caller says of a sign-up that no component is made of. */
interface SaidOfSignup {
  /** Values that it had verified as the user's. */
  readonly verified: readonly Claimable[];
  /** As sent; see `page_token.ts`. */
  readonly deviceToken: string | undefined;
  readonly custom: CustomFields | undefined;
}

/** Counts the sign-up, and reads what its ring needs. Those of test keys are counted and joined among themselves. */
export function linkSignup(
  services: Services,
  context: ScoringContext,
  decisions: readonly Decision[],
  { verified, deviceToken, custom }: SaidOfSignup,
): Awaitable<SignupLinks> {
  const { hasher, store, now } = services;
  const at = now();
  const exits = decisionOf(decisions, "ip");
  const ip = exits?.prepared;
  const email = decisionOf(decisions, "email")?.prepared;
  const domain = decisionOf(decisions, "domain")?.prepared;
  const device = decisionOf(decisions, "device")?.prepared;
  const name = email === undefined ? domain?.input ?? null : email.input.email.domain;
  // All names below a registrable one are its owner's; an address literal has no name.
  const host = name === null ? email?.input.email.host ?? "" : domainIdentity(name);
  const atOrganisation = host !== "" && isPrivateDomain(decisions);
  const address = ip === undefined || ip.hash === null ? null : ip.input;
  const subnet = address === null ? null : hasher.hash("subnet", clientSubnet(address));
  const pattern = subnet === null || email?.input.email.mailbox == null ? null : emailPattern(
    atOrganisation ? atDomain(email.input.email.normalized, host) : email.input.email.normalized,
    atOrganisation,
  );
  const token = deviceToken === undefined ? null : readPageToken(hasher, deviceToken, at);
  const referral = custom?.[REFERRAL_KEY];
  const linked = {
    device: device?.hash ?? null,
    email: email?.hash ?? null,
    ip: ip?.hash ?? null,
    subnet,
    domain: host === "" ? null : hasher.hash("host", host),
    referral: referral === undefined ? null : hasher.hash("referral", String(referral)),
  };
  const phone = decisionOf(decisions, "phone")?.prepared.hash ?? null;
  const isIPv6 = address?.family === 6;
  const mail = mailDomain(decisions);
  const traits = traitsOf(decisions);
  const isExit = exits?.evaluation.component.isExit ?? false;
  const isCommonDevice = device !== undefined && isExpectedCommon(device.input.device);
  const email_pattern = pattern === null ? null : hasher.hash("email-pattern", pattern);
  const user = device === undefined ? null : deviceUser(decisions, isExit, {
    person: linked.email ?? phone,
    subnet,
    pattern: email_pattern,
    organisation: atOrganisation ? linked.domain : null,
    referral: linked.referral,
  });
  const values: RingValues = {
    device: linked.device,
    email: linked.email,
    referral: linked.referral,
    subnet,
    line: isIPv6 ? hasher.hash("subnet", lineOf(address!)) : linked.ip,
    operator: isIPv6 ? hasher.hash("subnet", operatorSubnet(address!)) : null,
    phone,
    email_pattern,
    address: email === undefined || linked.email === null
      ? null
      : hasher.hash("email", email.input.email.email.toLowerCase()),
    organisation: atOrganisation ? linked.domain : null,
    person: linked.email ?? linked.device ?? phone,
    isCommonDevice,
    kind: device === undefined || isCommonDevice ? null : deviceKindOf(device.input.device, decisions),
    agent: user?.agent ?? null,
    user,
    verified,
    isExit,
    isDoubtedDomain: mail.isDoubted,
    shape: device === undefined ? null : shapeOf(services, decisions),
    traits,
    companies: companiesOf(
      decisions,
      traits,
      { ...linked, domain: email === undefined ? null : linked.domain },
      mail,
    ),
    page: token?.state !== "valid" || isFromNetwork(token, subnet) ? null : token.network,
    hasToken: token?.state === "valid",
  };
  const owner = ownerOf(context);
  const linking = all([
    store.linkage.link(owner, linked, at, isKept(context)),
    store.rings.load(owner, values, idAt(at), at),
  ]);
  return chain(linking, ([{ linkage, change }, keys]) => ({
    linkage,
    change: expiring(change, context, at),
    keys,
    token,
  }));
}

/** What a device's ring is compared by with those of its network. */
function shapeOf({ hasher }: Services, decisions: readonly Decision[]): string | null {
  const shape = decisionOf(decisions, "email")?.evaluation.facts["email.shape"];
  return shape === undefined ? null : hasher.hash("email-pattern", `shape ${shape}`);
}

/** The address as one at the registrable domain, so that names below it that are made up do not matter. */
function atDomain(normalized: string, host: string): string {
  return normalized.slice(0, normalized.lastIndexOf("@") + 1) + host;
}

/** From this age on a domain was not registered for a campaign. */
const YOUNG_DAYS = 90;

/** What is known of the domain of the e-mail address; neither where nothing is. */
function mailDomain(
  decisions: readonly Decision[],
): { readonly isDoubted: boolean; readonly isYoung: boolean; readonly isOld: boolean } {
  const fields = decisionOf(decisions, "email")?.evaluation.component.fields;
  if (fields === undefined) return { isDoubted: false, isYoung: false, isOld: false };
  const { domain_age_days: age, signals: { mx_found: takesMail } } = fields;
  const isYoung = age !== null && age < YOUNG_DAYS;
  return {
    isDoubted: isYoung || takesMail === false,
    isYoung,
    isOld: age !== null && age >= OLD_DOMAIN_DAYS && takesMail === true,
  };
}

const INSTITUTIONS: ReadonlySet<unknown> = new Set(["school", "government"]);
/** Of people at a place: nobody sits in a data centre. */
const LINES: ReadonlySet<unknown> = new Set(["residential", "mobile", "shared"]);

function isAtInstitution(decisions: readonly Decision[]): boolean {
  const factOf = (kind: "email" | "ip", name: AnyFact) =>
    decisions.find(({ prepared }) => prepared.kind === kind)?.evaluation.facts[name];
  return INSTITUTIONS.has(factOf("email", "email.domain_class")) && LINES.has(factOf("ip", "ip.network"));
}

/** Whether its domain may be one organisation's: neither everybody nor throw-away addresses have addresses there. */
function isPrivateDomain(decisions: readonly Decision[]): boolean {
  const decision = decisionOf(decisions, "email") ?? decisionOf(decisions, "domain");
  if (decision === undefined) return false;
  const { is_free_provider, is_disposable } = decision.evaluation.component.fields.signals;
  return is_free_provider === false && is_disposable !== true;
}

/** Many devices are expected to have the id, before anything is known of it. */
function isExpectedCommon({ userAgent, renderer }: DeviceInput): boolean {
  return isCommonId(orNull(userAgent), orNull(renderer));
}

/** By browser and system; ids of other makers by their length. */
function deviceKindOf({ id }: DeviceInput, decisions: readonly Decision[]): string {
  const facts = decisionOf(decisions, "device")?.evaluation.facts;
  return tokenOfText(`${id.length} ${facts?.["device.browser"]} ${facts?.["device.os"]}`);
}

/** Networks that hide where somebody is. */
const HIDING: ReadonlySet<unknown> = new Set(["datacenter", "vpn", "proxy", "tor", "relay"]);

/** Who comes with a device id, as far as it tells different people apart. */
function deviceUser(
  decisions: readonly Decision[],
  isExit: boolean,
  hashes: Pick<DeviceUser, "person" | "subnet" | "pattern" | "organisation" | "referral">,
): Omit<DeviceUser, "id"> {
  const device = decisionOf(decisions, "device");
  const ip = decisionOf(decisions, "ip")?.evaluation.facts;
  const country = ip?.["ip.country"];
  const operator = ip?.["ip.asn"];
  const block = decisionOf(decisions, "phone")?.evaluation.facts["phone.block"];
  const shape = decisionOf(decisions, "email")?.evaluation.facts["email.shape"];
  const agent = device?.prepared.input.device.userAgent;
  return {
    ...hashes,
    block: block === undefined ? null : tokenOfText(String(block)),
    shape: shape === undefined ? null : tokenOfShape(String(shape)),
    agent: agent?.known ? tokenOfText(agent.value) : null,
    country: country === undefined ? null : String(country),
    operator: operator === undefined ? null : Number(operator),
    isDoubtful: isExit || HIDING.has(ip?.["ip.network"]) ||
      device?.evaluation.component.fields.signals.timezone_mismatch === true,
  };
}

/** Joins the sign-up to its ring, under the id that its score is stored with. */
export function joinRing(
  services: Services,
  context: ScoringContext,
  { keys }: SignupLinks,
  requestId: string,
): Joined {
  const { store, now } = services;
  const at = now();
  const joined = store.rings.join(ownerOf(context), keys, signupId(requestId), at, isKept(context));
  return { ...joined, change: expiring(joined.change, context, at) };
}

/** What is written of its score with it, in its ring. */
export function scoredInRing(
  { store, now }: Services,
  context: ScoringContext,
  { ring, node }: Joined,
  score: number,
): Change | undefined {
  if (ring === null || !isKept(context)) return undefined;
  const at = now();
  const change = store.rings.scored(ownerOf(context), node, score, at);
  return change === null ? undefined : expiring(change, context, at);
}

function ownerOf({ caller: { account, key } }: ScoringContext): string {
  return linksOwner(account.id, key.mode);
}

function isKept({ keep }: ScoringContext): boolean {
  return keep !== false;
}

/** With the end that links of test keys have. */
function expiring(change: Change, { caller: { key } }: ScoringContext, now: number): Change {
  return key.mode === "test" ? endingBy(change, now + TEST_LINKS_MS) : change;
}

/** What the links to other sign-ups are scored by. */
export function linkFacts(
  { linkage, keys: { values }, token }: SignupLinks,
  { ring, people, groupFraud, lastWithOther, isSharedDevice, crowds, hasHistory, usesTokens }: Joined,
  decisions: readonly Decision[],
  { mode, now, bursts }: {
    readonly mode: KeyMode;
    readonly now: number;
    readonly bursts: LinkFacts["bursts"];
  },
): LinkFacts {
  const since = (at: number) => at === 0 ? null : Math.max(0, now - at);
  const sinceOther = { device: since(lastWithOther.device), phone: since(lastWithOther.phone) };
  // Those are of live scores.
  const ownReports = mode === "test" ? 0 : decisions.reduce(
    (most, { prepared: { history: { own } } }) => Math.max(most, own?.inFull ?? own?.count ?? 0),
    0,
  );
  const device = decisionOf(decisions, "device");
  const hasPage = token !== null && token.state !== "invalid";
  return {
    linkage,
    ring,
    people,
    labelled: groupFraud,
    sinceOther,
    isSharedDevice,
    isFittingDevice: device?.evaluation.component.fields.signals.timezone_mismatch === false ||
      (token?.state === "valid" && isFromNetwork(token, values.subnet)),
    // A device id without a user agent is of another maker, whose script has no tokens.
    lacksToken: usesTokens && !hasPage && (device?.prepared.input.device.userAgent.known ?? false),
    isGateway: decisionOf(decisions, "ip")?.evaluation.component.isSharedPlace ?? false,
    isOldDomain: mailDomain(decisions).isOld,
    isAtOrganisation: values.organisation !== null && !values.isDoubtedDomain,
    isInstitution: isAtInstitution(decisions),
    ownReports,
    crowds,
    bursts,
    hasHistory,
  };
}

/** @param counted they were part of the score */
export function storedLinks(breakdown: Breakdown, counted: boolean): StoredSignup["links"] {
  return { ...storedFindings(breakdown), counted };
}

export function storedFindings({ score, findings }: Breakdown) {
  return {
    score,
    findings: findings.map(({ name, group, points, text }) => [name, group, points, text] as const),
  };
}
