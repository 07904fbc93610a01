/**
 * Whether a sign-up is one of a burst, and doubtful: far more sign-ups than usual share a value with it, and what is more than
 * usual is explained by something doubtful that it shares too. A launch day, a class, an office and a newsletter are bursts,
 * but what they have in common is not doubtful.
 */
import { type AccountVelocity, MARKS_COLUMN, NUMBER_COLUMN } from "./account_velocity.ts";
import { type BurstDimension, LIMITS, type Span, SPAN_NAMES, SPANS } from "./limits.ts";
import {
  columnOf,
  COLUMNS,
  DEVICE,
  dimensionOf,
  type Mark,
  MARKS,
  TOTAL,
  type VelocitySignup,
} from "./signup.ts";
import { isFarAbove } from "./usual.ts";

/** What of a burst is doubtful. */
export type Doubt = "consecutive" | "hosting" | "automation" | "noDevice" | "disposable" | "young" | "shape";

export interface Burst {
  readonly dimension: BurstDimension;
  readonly span: Span;
  /** This one included. */
  readonly signups: number;
  readonly usual: number;
  readonly doubt: Doubt;
}

export interface Surge {
  readonly span: Span;
  readonly signups: number;
  readonly usual: number;
}

/** Of what most sign-ups have in common: in a day, too many of those who have nothing to do with it would be in the same. */
const SHORT_SPANS = ["10m", "1h"] as const;
const BROAD: ReadonlySet<BurstDimension> = new Set(["country", "phone_country"]);

/** The account's own total. Null: it is as usual, or there is no usual yet. */
export function surgeOf(velocity: AccountVelocity, at: number): Surge | null {
  return totalAbove(velocity, at, "surge");
}

function totalAbove(
  velocity: AccountVelocity,
  at: number,
  least: "surge" | "total",
): Surge | null {
  // A sign-up that is judged is not noted yet.
  const coming = least === "total" ? 1 : 0;
  let strongest: Surge | null = null;
  for (const span of SHORT_SPANS) {
    const usual = velocity.usualTotal(span, at);
    const signups = velocity.total(span, at) + coming;
    if (usual === null) continue;
    if (!isFarAbove(signups, usual, { least: SPANS[span][least], times: LIMITS.surgeTimes })) continue;
    if (strongest === null || timesOf({ signups, usual }) > timesOf(strongest)) {
      strongest = { span, signups, usual };
    }
  }
  return strongest;
}

/** Of a sign-up that is not noted yet: one of each value at most. */
export function burstsOf(velocity: AccountVelocity, signup: Omit<VelocitySignup, "id">): Burst[] {
  const bursts: Burst[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    if (column === DEVICE || signup.keys[column] === 0) continue;
    const burst = column === TOTAL ? totalAbove(velocity, signup.at, "total") : burstOf(
      velocity,
      signup.keys[column]!,
      signup.at,
      BROAD.has(dimensionOf(column)) ? SHORT_SPANS : SPAN_NAMES,
    );
    if (burst === null) continue;
    const doubt = doubtOf(velocity, signup, column, burst);
    if (doubt !== null) bursts.push({ dimension: dimensionOf(column), ...burst, doubt });
  }
  return bursts;
}

function burstOf(velocity: AccountVelocity, key: number, at: number, spans: readonly Span[]): Surge | null {
  let strongest: Surge | null = null;
  for (const span of spans) {
    const { burst: least } = SPANS[span];
    const signups = velocity.count(key, span, at) + 1;
    if (signups < least) continue;
    // Most of what comes often is as usual in these hours: that costs least, and at least so many are expected.
    if (signups < LIMITS.burstTimes * velocity.usual(key, span, at)) continue;
    const usual = expected(velocity, key, span, at);
    if (!isFarAbove(signups, usual, { least, times: LIMITS.burstTimes })) continue;
    if (strongest === null || timesOf({ signups, usual }) > timesOf(strongest)) {
      strongest = { span, signups, usual };
    }
  }
  return strongest;
}

/** A usual of next to nothing is one. */
const LEAST_USUAL = 0.5;

function timesOf({ signups, usual }: Pick<Surge, "signups" | "usual">): number {
  return signups / Math.max(LEAST_USUAL, usual);
}

/** Before that many days are known, the account's own total says what is usual. */
const FEW_DAYS = 3;

/**
 * What would be usual of a value now: what is in these hours, or its share of all sign-ups in as many as there are now, so
 * that on a launch day everything is more than before, and none of it a burst.
 */
function expected(velocity: AccountVelocity, key: number, span: Span, at: number): number {
  const total = velocity.total(span, at) + 1;
  return Math.max(velocity.usual(key, span, at), usualShare(velocity, key, span, at) * total);
}

/** At most about this share of the sign-ups before had the value. */
function usualShare(velocity: AccountVelocity, key: number, span: Span, at: number): number {
  const all = velocity.totalBefore(span, at);
  const days = velocity.daysKnown(at);
  // An earlier burst is among what was before, but not among what is usual.
  const of = days < FEW_DAYS ? velocity.before(key, span, at) : velocity.usual(key, "1d", at) * days;
  return (Math.min(of, all) + 1) / (all + 2);
}

/** What so few have in common that addresses of one shape are no chance. */
const SHAPED: ReadonlySet<BurstDimension> = new Set([
  "subnet",
  "email_domain",
  "phone_block",
  "referral",
  "custom",
]);

/** The strongest; null: nothing is doubtful that explains it. */
function doubtOf(
  velocity: AccountVelocity,
  signup: Omit<VelocitySignup, "id">,
  column: number,
  burst: Surge,
): Doubt | null {
  const { log } = velocity;
  const { keys, marks } = signup;
  const has = (mark: Mark, of = marks) => (of & MARKS[mark]) !== 0;
  const rows = velocity.newest(column, keys[column]!, burst.span, signup.at, LIMITS.looked);
  const share = (is: (row: number) => boolean) => (rows.filter(is).length + 1) / (rows.length + 1);
  const same = (other: number) => share((row) => log.value(other, row) === keys[other]);
  const domain = columnOf("email_domain");
  const isAtOne = keys[domain] !== 0 && same(domain) >= LIMITS.organisation;
  // Its own people come from one network and with one scheme of names, and may have numbers in a row.
  const isOrganisation = isAtOne && (has("institution") || has("established"));
  const explains = (mark: Mark) => {
    if (!has(mark)) return false;
    const doubtful = share((row) => has(mark, log.value(MARKS_COLUMN, row))) * burst.signups;
    return doubtful >= LIMITS.doubtful && doubtful >= LIMITS.doubtShare * (burst.signups - burst.usual);
  };
  if (!isOrganisation) {
    if (column === columnOf("phone_block") && isConsecutive(velocity, signup.number, rows)) {
      return "consecutive";
    }
    if (explains("hosting")) return "hosting";
  }
  if (explains("automation")) return "automation";
  if (explains("disposable")) return "disposable";
  if (explains("young")) return "young";
  if (explains("noDevice") && mostSendDevice(velocity, burst.span, signup.at)) return "noDevice";
  const shape = columnOf("email_shape");
  if (!SHAPED.has(dimensionOf(column)) || !has("digits") || isOrganisation) return null;
  if (rows.length + 1 < LIMITS.doubtful) return null;
  const isOne = same(shape) >= LIMITS.common &&
    usualShare(velocity, keys[shape]!, burst.span, signup.at) <= LIMITS.usualShape;
  return isOne ? "shape" : null;
}

/** There are several close to its number. @param rows of the same block: their last four digits differ */
function isConsecutive({ log }: AccountVelocity, number: number, rows: readonly number[]): boolean {
  if (number === 0) return false;
  const near = rows.filter((row) => {
    const other = log.value(NUMBER_COLUMN, row);
    const apart = Math.abs(other - number);
    return other !== 0 && apart > 0 && apart <= LIMITS.consecutive;
  });
  return near.length + 1 >= LIMITS.doubtful;
}

function mostSendDevice(velocity: AccountVelocity, span: Span, at: number): boolean {
  const all = velocity.totalBefore(span, at);
  // Of a few days there is no usual share to speak of.
  const usual = velocity.daysKnown(at) < FEW_DAYS ? null : velocity.usualDeviceShare(at);
  return all >= LIMITS.deviceSignups &&
    (usual ?? velocity.deviceShareBefore(span, at)) >= LIMITS.deviceShare;
}
