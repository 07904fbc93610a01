/**
 * What anybody can have without knowing the others: a domain that an account never saw before, a referral. Sign-ups with it
 * belong together only in company, where they have something else in common that most others of the account have not: a
 * shape of addresses, a hosting network, a class of device, or labels. States are merged by union, minimum and maximum.
 */
import { DAY_MS } from "../duration.ts";
import { RING_MS } from "./ring.ts";
import type { SignupId } from "./ring_texts.ts";

/** What is counted of a company. `any`: of all its sign-ups. */
const TRAITS = ["any", "shape", "hosting", "class"] as const;
type Trait = typeof TRAITS[number];

/**
 * Kinds of companies, and what they are evidence from: sign-ups with one trait, this one included, and the share of all.
 * `made`: a shape with a number that no person chooses.
 */
export const COMPANIES = {
  email_domain: { letter: "d", least: { made: 3, shape: 4, hosting: 3, class: 4 }, share: 0.75, labelled: 1 },
  referral: { letter: "r", least: { made: 4, shape: 5, hosting: 4, class: 5 }, share: 0.8, labelled: 2 },
} as const;
export type CompanyLink = keyof typeof COMPANIES;

export interface Company {
  /** When it was first and last seen, ms. */
  readonly b: number;
  readonly t: number;
  /** Its networks, as short hashes: the first MAX_NETWORKS in their order. */
  readonly s: readonly string[];
  /** By trait and value: sign-ups, and the parts of rings of the first ones, oldest first. */
  readonly c: Readonly<Record<string, Counted>>;
}

interface Counted {
  readonly n: number;
  readonly a: readonly SignupId[];
}

/** What a sign-up has that others may have too; null where it is not known. */
export interface Traits {
  readonly shape: string | null;
  /** It comes from a hosting network. */
  readonly hosting: string | null;
  /** Browser and system. */
  readonly class: string | null;
}

/** What is known of a sign-up that may be in company. */
export interface InCompany {
  readonly link: CompanyLink;
  readonly traits: Traits;
  /** The hash of the /24 or /48. */
  readonly subnet: string | null;
  /** Many people are behind its address. */
  readonly isShared: boolean;
  /** The domain is known to be young: then it may have been seen for long. */
  readonly isYoung: boolean;
  /** The domain is known to be old: then how an organisation's addresses and devices are alike is nothing. */
  readonly isOld: boolean;
}

const MADE_SHAPE = /9{3}/;
const MAX_ANCHORS = 4;
const MAX_NETWORKS = 24;
const NETWORK_CHARS = 6;
/** Values of traits that are counted, the most frequent. */
const MAX_COUNTED = 16;
/** From then on a domain is no news. */
const NEW_DOMAIN_MS = 60 * DAY_MS;
/** Of all sign-ups of an account one in so many is counted. */
const SAMPLED = 4;
const SAMPLED_DIGITS = "048c";
/** From this many others of those on it is known what is usual, and that a trait is that as many have. */
const USUAL_LEAST = 8;
const USUAL_SHARE = 0.5;
/** How often a company is noted that is no news. */
const KNOWN_MS = DAY_MS;

function isLiveCompany(company: Company | null, now: number): company is Company {
  return company !== null && company.t > now - RING_MS;
}

/** The company after one more sign-up. @param part the root of its part; null: not to be joined by */
export function addToCompany(
  before: Company | null,
  { traits, subnet }: Pick<InCompany, "traits" | "subnet">,
  part: SignupId | null,
  now: number,
): Company {
  const { b, t, s, c } = isLiveCompany(before, now) ? before : { b: now, t: now, s: [], c: {} };
  const counted: Record<string, Counted> = { ...c };
  for (const name of namesOf(traits)) {
    const { n, a } = counted[name] ?? { n: 0, a: [] };
    const anchors = part === null || a.length >= MAX_ANCHORS || a.includes(part) ? a : [...a, part].sort();
    counted[name] = { n: n + 1, a: anchors };
  }
  const network = subnet?.slice(0, NETWORK_CHARS);
  const networks = network === undefined || s.includes(network) || s.length >= MAX_NETWORKS
    ? s
    : [...s, network].sort();
  return { b, t: Math.max(t, now), s: networks, c: mostFrequent(counted) };
}

export function mergeCompanies(one: Company | null, other: Company): Company {
  if (one === null || one === other) return other;
  const [older, newer] = one.t <= other.t ? [one, other] : [other, one];
  if (older.t <= newer.t - RING_MS) return newer;
  const c: Record<string, Counted> = { ...one.c };
  for (const name in other.c) {
    const [x, z] = [c[name], other.c[name]!];
    c[name] = x === undefined ? z : { n: Math.max(x.n, z.n), a: union(x.a, z.a).slice(0, MAX_ANCHORS) };
  }
  return {
    b: Math.min(one.b, other.b),
    t: newer.t,
    s: union(one.s, other.s).slice(0, MAX_NETWORKS),
    c: mostFrequent(c),
  };
}

/**
 * The parts of rings that a sign-up joins, by what it has in common with most of its company; none where that is the rule
 * among others of the account, or where they sit on one line.
 * @param all the company of all sign-ups of the account, as far as `isSampled`
 */
export function joinedBy(
  company: Company | null,
  sign: InCompany,
  all: Company | null,
  now: number,
): readonly SignupId[] {
  const { link, traits, isShared, isOld } = sign;
  if (!isLiveCompany(company, now) || !isNews(company, sign, now)) return [];
  const { least, share } = COMPANIES[link];
  const total = countOf(company, "any") + 1;
  const parts = new Set<SignupId>();
  const isSpread = spread(company, sign.subnet, total);
  for (const trait of ["shape", "hosting", "class"] as const) {
    const name = nameOf(trait, traits[trait]);
    const counted = name === null ? undefined : company.c[name];
    if (name === null || counted === undefined) continue;
    if (trait === "hosting" ? isShared : isOld || !isSpread) continue;
    const count = counted.n + 1;
    const enough = trait === "shape" && MADE_SHAPE.test(name) ? least.made : least[trait];
    if (count < enough || count < share * total || isUsual(name, company, all)) continue;
    for (const part of counted.a) parts.add(part);
  }
  return [...parts];
}

/** The parts whose labels make it a company of fraud: they are to be asked for labels. */
export function labelledBy(company: Company | null, sign: InCompany, now: number): readonly SignupId[] {
  return isLiveCompany(company, now) && isNews(company, sign, now) ? company.c["any"]?.a ?? [] : [];
}

/** @param labelled how many of the parts that `labelledBy` named have labels of fraud @param parts how many those are */
export function joinsByLabels(link: CompanyLink, labelled: number, parts: number): boolean {
  return labelled >= COMPANIES[link].labelled && 2 * labelled >= parts;
}

/** Whether a sign-up is counted among all of the account. */
export function isSampled(id: SignupId): boolean {
  return SAMPLED_DIGITS.includes(id.at(-1)!);
}

/** False: nothing would follow from another sign-up of it now. */
export function isNoted(company: Company | null, sign: InCompany, now: number): boolean {
  return !isLiveCompany(company, now) || isNews(company, sign, now) || company.t <= now - KNOWN_MS;
}

/** A referral is passed on for years; a domain is seen for the first time once. */
function isNews({ b }: Company, { link, isYoung }: InCompany, now: number): boolean {
  return link === "referral" || isYoung || b > now - NEW_DOMAIN_MS;
}

/** Whether most come from networks of their own: colleagues share a line. */
function spread({ s }: Company, subnet: string | null, total: number): boolean {
  const network = subnet?.slice(0, NETWORK_CHARS);
  const networks = network === undefined || s.includes(network) ? s.length : s.length + 1;
  return networks >= Math.min(MAX_NETWORKS, total / 2 + 1);
}

function isUsual(name: string, company: Company, all: Company | null): boolean {
  if (all === null) return false;
  const others = countOf(all, "any") - countOf(company, "any") / SAMPLED;
  const same = countOf(all, name) - countOf(company, name) / SAMPLED;
  return others >= USUAL_LEAST && same >= USUAL_SHARE * others;
}

function countOf({ c }: Company, name: string): number {
  return c[name]?.n ?? 0;
}

function namesOf(traits: Traits): string[] {
  const names = ["any"];
  for (const trait of ["shape", "hosting", "class"] as const) {
    const name = nameOf(trait, traits[trait]);
    if (name !== null) names.push(name);
  }
  return names;
}

function nameOf(trait: Exclude<Trait, "any">, value: string | null): string | null {
  return value === null ? null : `${trait[0]!}${value}`;
}

/** `any` always stays. */
function mostFrequent(counted: Readonly<Record<string, Counted>>): Readonly<Record<string, Counted>> {
  const entries = Object.entries(counted);
  if (entries.length <= MAX_COUNTED) return counted;
  const order = ([a, x]: [string, Counted], [b, z]: [string, Counted]) => z.n - x.n || (a < b ? -1 : 1);
  return Object.fromEntries(entries.sort(order).slice(0, MAX_COUNTED));
}

function union<T>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Set([...one, ...other])].sort();
}
