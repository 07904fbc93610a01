/** What bursts of sign-ups that share something doubtful add to a score, where the account's links count. Pure. */
import type { Burst, Doubt } from "../model/velocity/burst.ts";
import { type BurstDimension, SPANS } from "../model/velocity/limits.ts";
import type { Fired, WeightRow } from "./evaluate.ts";

const row = <Points extends number>(points: Points, text: string) =>
  ({ points, group: "velocity", text }) as const satisfies WeightRow;

/** All are one group: a burst has several sides. */
export const VELOCITY_WEIGHTS = {
  burst_phone_block: row(50, "a burst of doubtful sign-ups with phone numbers of one block"),
  burst_subnet: row(50, "a burst of doubtful sign-ups from one network"),
  burst_email_domain: row(50, "a burst of doubtful sign-ups at one e-mail domain"),
  burst_referral: row(50, "a burst of doubtful sign-ups with one referral"),
  burst_asn: row(50, "a burst of doubtful sign-ups from one network operator"),
  burst_email_shape: row(50, "a burst of doubtful sign-ups with e-mail addresses of one shape"),
  burst_custom: row(50, "a burst of doubtful sign-ups with one value of a field of yours"),
  burst_user_agent: row(45, "a burst of doubtful sign-ups with one browser"),
  burst_country: row(45, "a burst of doubtful sign-ups from one country"),
  burst_phone_country: row(45, "a burst of doubtful sign-ups with phone numbers of one country"),
  burst_total: row(45, "a burst of doubtful sign-ups"),
} as const satisfies { readonly [Name in `burst_${BurstDimension}`]: WeightRow };

/** What the sign-ups of a burst share, behind their number. */
const SHARED: { readonly [Name in BurstDimension]: string } = {
  phone_block: "sign-ups with phone numbers of one block",
  subnet: "sign-ups from one network",
  email_domain: "sign-ups at one e-mail domain",
  referral: "sign-ups with one referral",
  asn: "sign-ups from one network operator",
  email_shape: "sign-ups with e-mail addresses of one shape",
  custom: "sign-ups with one value of a field of yours",
  user_agent: "sign-ups with one browser",
  country: "sign-ups from one country",
  phone_country: "sign-ups with phone numbers of one country",
  total: "sign-ups",
};

const DOUBTS: { readonly [Name in Doubt]: string } = {
  consecutive: "numbers close to each other",
  hosting: "from hosting networks",
  automation: "with marks of automation",
  noDevice: "without a device id",
  disposable: "with disposable addresses",
  young: "at young domains",
  shape: "addresses of one shape",
};

const NAMES = Object.keys(VELOCITY_WEIGHTS) as (keyof typeof VELOCITY_WEIGHTS)[];

/** Each dimension once, in the order of the table: what tells most comes first. */
export function burstsFired(bursts: readonly Burst[]): Fired<keyof typeof VELOCITY_WEIGHTS>[] {
  if (bursts.length === 0) return [];
  return NAMES.flatMap((name) => {
    const burst = bursts.find(({ dimension }) => name === `burst_${dimension}`);
    return burst === undefined ? [] : [{ name, text: textOf(burst) }];
  });
}

function textOf({ dimension, signups, span, usual, doubt }: Burst): string {
  const shown = Number(usual.toFixed(1));
  return `${signups} ${SHARED[dimension]} ${SPANS[span].words}; usual ${shown}; ${DOUBTS[doubt]}`;
}
