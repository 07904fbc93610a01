/** Mistyped mail domains, made at random: what people type on two kinds of keyboard when they mean a provider. */
import { isProviderDomain, MAIL_PROVIDERS } from "../src/signals/email/mail_providers.ts";
import { Random } from "./linked/random.ts";

interface Slip {
  readonly typed: string;
  readonly meant: string;
}

const KEYBOARDS = [
  ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  ["qwertzuiop", "asdfghjkl", "yxcvbnm"],
];
const KINDS = ["doubled", "dropped", "swapped", "neighbour", "extra", "suffix", "dot"] as const;
/** How often one of the popular providers is meant, against any provider. */
const POPULAR_SHARE = 0.6;
const POPULAR = 12;
/** Shorter names are other people's after any slip. */
const MIN_LENGTH = 3;

/** `count` slips that are not a provider's own domain. */
export function emailSlips(seed: number, count: number): Slip[] {
  const random = new Random(seed);
  const domains = MAIL_PROVIDERS.filter(({ name }) => name.length >= MIN_LENGTH)
    .map(({ name, suffixes, parked }) =>
      suffixes.filter((each) => !parked.has(each)).map((each) => `${name}.${each}`)
    );
  const slips: Slip[] = [];
  while (slips.length < count) {
    const provider = random.chance(POPULAR_SHARE) ? random.of(domains.slice(0, POPULAR)) : random.of(domains);
    const meant = random.of(provider);
    const typed = mistype(meant, random);
    if (typed !== null && typed !== meant && !isProviderDomain(typed)) slips.push({ typed, meant });
  }
  return slips;
}

function mistype(domain: string, random: Random): string | null {
  const dot = domain.indexOf(".");
  const name = domain.slice(0, dot);
  const suffix = domain.slice(dot);
  const kind = random.of(KINDS);
  if (kind === "dot") return domain.replace(".", "");
  if (kind === "suffix") {
    const at = 1 + random.below(suffix.length - 1);
    return name + suffix.slice(0, at) + (random.chance(0.5) ? suffix[at]! : "") +
      suffix.slice(at + (random.chance(0.5) ? 0 : 1));
  }
  const at = random.below(name.length);
  const [before, key, after] = [name.slice(0, at), name[at]!, name.slice(at + 1)];
  if (kind === "doubled") return before + key + key + after + suffix;
  if (kind === "dropped") return before + after + suffix;
  if (kind === "swapped") return after === "" ? null : before + after[0] + key + after.slice(1) + suffix;
  const near = neighboursOf(key, random.of(KEYBOARDS));
  if (near.length === 0) return null;
  return before + random.of(near) + (kind === "extra" ? key : "") + after + suffix;
}

function neighboursOf(key: string, rows: readonly string[]): string[] {
  const row = rows.findIndex((keys) => keys.includes(key));
  if (row < 0) return [];
  const at = rows[row]!.indexOf(key);
  const places = [[row, at - 1], [row, at + 1], [row - 1, at], [row - 1, at + 1], [row + 1, at - 1], [
    row + 1,
    at,
  ]];
  return places.flatMap(([y, x]) => rows[y!]?.[x!] ?? []);
}
