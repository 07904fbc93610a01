/** What an account allows of its sends: the limits with their defaults, and what each may be set to. */

interface LimitRow {
  readonly is: number;
  readonly least: number;
  readonly most: number;
  readonly text: string;
}

/** Whole numbers, apart from the two bounds, which are shares. */
export const LIMIT_ROWS = {
  recipient_minute: { is: 1, least: 1, most: 100, text: "Number of sends to one recipient in a minute" },
  recipient_10m: { is: 3, least: 1, most: 1_000, text: "Number of sends to one recipient in ten minutes" },
  recipient_day: { is: 6, least: 1, most: 10_000, text: "Number of sends to one recipient in 24 hours" },
  address_hour: {
    is: 5,
    least: 1,
    most: 100_000,
    text: "Recipients of one address (/24 or /64) or device in an hour",
  },
  address_day: {
    is: 15,
    least: 1,
    most: 1_000_000,
    text: "Recipients of one address (/24 or /64) or device in 24 hours",
  },
  user_day: { is: 5, least: 1, most: 10_000, text: "Number of sends for one user in 24 hours" },
  country_new_hour: {
    is: 5,
    least: 1,
    most: 100_000,
    text: "Sends in an hour to a country with fewer than three verifications",
  },
  block_sends: {
    is: 10,
    least: 5,
    most: 10_000,
    text: "Decided sends of a block of 10,000 numbers in an hour from which its conversion counts",
  },
  block_bound: {
    is: 0.28,
    least: 0,
    most: 1,
    text: "A block is denied where the upper bound of its conversion is below this",
  },
  carrier_sends: {
    is: 30,
    least: 5,
    most: 100_000,
    text: "Decided sends of a carrier in a country in 24 hours from which its conversion counts",
  },
  carrier_bound: {
    is: 0.12,
    least: 0,
    most: 1,
    text: "A carrier in a country is refused where the upper bound of its conversion is below this",
  },
  run_distance: { is: 20, least: 1, most: 100, text: "Numbers this close to each other are neighbours" },
  run_length: { is: 4, least: 2, most: 100, text: "Neighbouring numbers in an hour that are denied" },
  breaker: {
    is: 20,
    least: 2,
    most: 10_000,
    text: "How many times the usual hour it takes until only recipients seen before are sent to",
  },
} as const satisfies Readonly<Record<string, LimitRow>>;

export type LimitName = keyof typeof LIMIT_ROWS;
export type Limits = Readonly<Record<LimitName, number>>;

export const LIMIT_NAMES = Object.keys(LIMIT_ROWS) as readonly LimitName[];

/** Limits that are shares, from 0 to 1; the others are whole numbers. */
export function isShare(name: LimitName): boolean {
  return LIMIT_ROWS[name].most === 1;
}

/** What an account has set; what it has not is as in the table. */
export interface GuardSettings {
  /** ISO 3166-1 alpha-2; null: all. */
  readonly permittedCountries: readonly string[] | null;
  /** What may be spent in a day (UTC) by country, in the unit of `cost`. */
  readonly budgets: Readonly<Record<string, number>>;
  readonly limits: { readonly [Name in LimitName]?: number };
}

export const NO_SETTINGS: GuardSettings = { permittedCountries: null, budgets: {}, limits: {} };

const DEFAULTS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMIT_ROWS[name].is])) as Limits;

export function limitsOf({ limits }: Pick<GuardSettings, "limits">): Limits {
  return { ...DEFAULTS, ...limits };
}
