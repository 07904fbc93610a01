/** Folds the ways of writing one mailbox into one address, by the provider's own rules. Unlisted domains: lower case and `+tag` only. */

import TABLE from "../../../data/mailbox_folding.csv" with { type: "text" };
import { rowsOf } from "../../model/table_text.ts";

interface Provider {
  /** The domain that all of the provider's are folded into; null: each stays itself. */
  readonly canonical: string | null;
  /** What a dot in the local part is folded to; null: it is significant. */
  readonly dots: "" | "-" | null;
  /** "+" starts a tag. */
  readonly tags: boolean;
  /** `anything@user.<domain>` reaches `user@<domain>`. */
  readonly subdomains: boolean;
  /** Characters that the provider ignores when it compares names; removed for reputation only. */
  readonly loose: RegExp | null;
}

const OTHER: Provider = { canonical: null, dots: null, tags: true, subdomains: false, loose: null };
const DOTS: Readonly<Record<string, Provider["dots"]>> = { ignored: "", hyphen: "-" };

const BY_DOMAIN: ReadonlyMap<string, Provider> = new Map(
  rowsOf(TABLE).flatMap((row) => {
    const [canonical = "", dots = "", tags, subdomains, loose = "", domains = ""] = row.split(";");
    const provider: Provider = {
      canonical: canonical || null,
      dots: DOTS[dots] ?? null,
      tags: tags !== "none",
      subdomains: subdomains === "users",
      loose: loose === "" ? null : new RegExp(`[${loose}]`, "g"),
    };
    return domains.split(" ").map((domain): [string, Provider] => [domain, provider]);
  }),
);

interface Normalized {
  /** Lower case, untagged, folded. */
  readonly local: string;
  /** Lower case, without its tag, otherwise as typed. */
  readonly untagged: string;
  readonly domain: string;
  readonly tagged: boolean;
  /** The local part under which reports about this person are counted; folded further than `local`. */
  readonly reputationLocal: string;
}

/**
 * Idempotent.
 * @param local local part without quotes
 * @param quoted true when it needs quotes: then only its case is folded
 * @param domain lower-case A-label host
 */
export function normalizeMailbox(local: string, quoted: boolean, domain: string): Normalized {
  let name = lowerCase(local);
  if (quoted) return { local: name, untagged: name, domain, tagged: false, reputationLocal: name };
  const { provider, user } = providerOf(domain);
  const tag = provider.tags ? name.indexOf("+") : -1;
  const tagged = tag > 0;
  if (tagged) name = trimDots(name.slice(0, tag));
  if (user !== null) name = user;
  const untagged = name;
  if (provider.dots !== null) name = name.replaceAll(".", provider.dots);
  const loose = provider.loose === null ? name : name.replace(provider.loose, "");
  return {
    local: name,
    untagged,
    domain: user !== null ? domain.slice(user.length + 1) : provider.canonical ?? domain,
    tagged: tagged || user !== null,
    reputationLocal: loose === "" ? name : loose,
  };
}

/** True where names that differ in `local` share a `reputationLocal`. @param domain lower-case A-label host */
export function foldsMarks(domain: string): boolean {
  return providerOf(domain).provider.loose !== null;
}

function providerOf(domain: string): { provider: Provider; user: string | null } {
  const exact = BY_DOMAIN.get(domain);
  if (exact !== undefined) return { provider: exact, user: null };
  const dot = domain.indexOf(".");
  const parent = BY_DOMAIN.get(domain.slice(dot + 1));
  return parent?.subdomains
    ? { provider: parent, user: domain.slice(0, dot) }
    : { provider: OTHER, user: null };
}

/** Composed (NFC) before and after, since lower case may decompose a letter. */
export function lowerCase(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC");
}

/** `a.+tag` leaves `a.`, which is not a local part. */
function trimDots(name: string): string {
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

/** With fewer letters a pattern says nothing: `a1`, `s20391`. */
const MIN_PATTERN_LETTERS = 3;
/** An organisation's number of somebody (`stud20391`) has at least this many digits, and no fewer than letters. */
const MIN_NUMBER_DIGITS = 5;

/**
 * What numbered addresses of one domain have in common: `anna.k1` and `anna.k22` are both `anna.k`. Null when too little is
 * left to compare.
 * @param normalized a normalized address
 * @param atOrganisation at a domain of one organisation, which numbers its people
 */
export function emailPattern(normalized: string, atOrganisation: boolean): string | null {
  const at = normalized.lastIndexOf("@");
  const parts = normalized.slice(0, at).split(/[\d._-]+/).filter((part) => part !== "");
  const letters = parts.reduce((sum, part) => sum + part.length, 0);
  const digits = normalized.slice(0, at).replace(/\D/g, "").length;
  if (atOrganisation && digits >= MIN_NUMBER_DIGITS && digits >= letters) return null;
  return letters < MIN_PATTERN_LETTERS ? null : `${parts.join(".")}${normalized.slice(at)}`;
}
