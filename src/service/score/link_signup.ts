/** Linkage, velocity and ring of a sign-up: how its values relate to earlier sign-ups of the account. */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { clientSubnet } from "../../model/address/address.ts";
import type { Breakdown, Claimable } from "../../model/component.ts";
import type { Linkage } from "../../model/linkage/linkage.ts";
import { signupId } from "../../model/linkage/ring.ts";
import { type KeyMode, linksOwner, type StoredSignup, TEST_LINKS_MS } from "../../model/records.ts";
import type { LinkFacts } from "../../scoring/linkage.ts";
import { isCommonId } from "../../signals/device/browser.ts";
import type { DeviceInput } from "../../signals/device/parse.ts";
import { emailPattern } from "../../signals/email/normalize.ts";
import type { CellUpdate } from "../../store/commit/cell.ts";
import type { Linked } from "../../store/linkage/linkage.ts";
import type { Joined, RingKeys } from "../../store/linkage/rings.ts";
import type { ScoringContext, Services } from "../context.ts";
import { type Decision, decisionOf } from "./decision.ts";

export interface SignupLinks extends Linked {
  readonly keys: RingKeys;
}

/** Counts the sign-up, and reads what its ring needs. Those of test keys are counted and joined among themselves. */
export function linkSignup(
  services: Services,
  context: ScoringContext,
  decisions: readonly Decision[],
  verified: readonly Claimable[],
): Awaitable<SignupLinks> {
  const exits = decisionOf(decisions, "ip");
  const ip = exits?.prepared;
  const email = decisionOf(decisions, "email")?.prepared;
  const domain = decisionOf(decisions, "domain")?.prepared;
  const device = decisionOf(decisions, "device")?.prepared;
  const host = email?.input.email.host ?? domain?.input.host ?? "";
  const atOrganisation = host !== "" && isOrganisation(decisions);
  const { hasher, store, now } = services;
  const subnet = ip === undefined || ip.hash === null ? null : hasher.hash("subnet", clientSubnet(ip.input));
  const pattern = subnet === null || email?.input.email.mailbox == null
    ? null
    : emailPattern(email.input.email.normalized, atOrganisation);
  const linked = {
    device: device?.hash ?? null,
    email: email?.hash ?? null,
    ip: ip?.hash ?? null,
    subnet,
    domain: host === "" ? null : hasher.hash("host", host),
  };
  const values = {
    device: linked.device,
    email: linked.email,
    subnet,
    phone: decisionOf(decisions, "phone")?.prepared.hash ?? null,
    email_pattern: pattern === null ? null : hasher.hash("email-pattern", pattern),
    address: email === undefined ? null : hasher.hash("email", email.input.email.email.toLowerCase()),
    organisation: atOrganisation ? linked.domain : null,
    isCommonDevice: device !== undefined && isCommonDevice(device.input.device),
    verified,
    isExit: exits?.evaluation.component.isExit ?? false,
  };
  const owner = ownerOf(context);
  const at = now();
  const linking = all([
    store.linkage.link(owner, linked, at, isKept(context)),
    store.rings.load(owner, values, at),
  ]);
  return chain(linking, ([{ linkage, cells }, keys]) => ({
    linkage,
    cells: expiring(cells, context, at),
    keys,
  }));
}

/** Whether its domain belongs to one organisation: neither everybody nor throw-away addresses have addresses there. */
function isOrganisation(decisions: readonly Decision[]): boolean {
  const decision = decisionOf(decisions, "email") ?? decisionOf(decisions, "domain");
  if (decision === undefined) return false;
  const { is_free_provider, is_disposable } = decision.evaluation.component.fields.signals;
  return is_free_provider === false && is_disposable !== true;
}

function isCommonDevice({ userAgent, renderer }: DeviceInput): boolean {
  return userAgent.known && renderer.known && isCommonId(userAgent.value, renderer.value);
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
  return { ...joined, cells: expiring(joined.cells, context, at) };
}

function ownerOf({ caller: { account, key } }: ScoringContext): string {
  return linksOwner(account.id, key.mode);
}

function isKept({ keep }: ScoringContext): boolean {
  return keep !== false;
}

/** With the end that links of test keys have. */
function expiring(
  cells: readonly CellUpdate[],
  { caller: { key } }: ScoringContext,
  now: number,
): readonly CellUpdate[] {
  if (key.mode !== "test") return cells;
  const end = now + TEST_LINKS_MS;
  return cells.map((cell) => ({
    ...cell,
    expiresAt: Math.min(cell.expiresAt ?? end, end),
    change: (current) => cell.change(current),
    ...(cell.whole === undefined ? {} : { whole: () => cell.whole!() }),
  }));
}

/** What the links to other sign-ups are scored by. */
export function linkFacts(
  linkage: Linkage,
  { ring, people, groupFraud, lastWithOther, isSharedDevice, isSharedNetwork, usual }: Joined,
  decisions: readonly Decision[],
  mode: KeyMode,
  now: number,
): LinkFacts {
  const since = (at: number) => at === 0 ? null : Math.max(0, now - at);
  const sinceOther = { device: since(lastWithOther.device), phone: since(lastWithOther.phone) };
  // Those are of live scores.
  const ownReports = mode === "test" ? 0 : decisions.reduce(
    (most, { prepared: { history: { own } } }) => Math.max(most, own?.inFull ?? own?.count ?? 0),
    0,
  );
  const ip = decisionOf(decisions, "ip")?.evaluation.component;
  return {
    linkage,
    ring,
    people,
    labelled: groupFraud,
    sinceOther,
    isSharedDevice,
    isSharedNetwork: isSharedNetwork || (ip?.isSharedPlace ?? false),
    ownReports,
    usual,
  };
}

/** @param counted they were part of the score */
export function storedLinks({ score, findings }: Breakdown, counted: boolean): StoredSignup["links"] {
  return {
    score,
    findings: findings.map(({ name, group, points, text }) => [name, group, points, text]),
    counted,
  };
}
