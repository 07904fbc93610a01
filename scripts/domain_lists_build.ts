/** Compiles the npm lists and the project's tables into the bytes that `openDomainLists` reads. */
import { disposableEmailBlocklist } from "disposable-email-domains-js";
import COMMON from "email-providers/common.json" with { type: "json" };
import { blacklist } from "mailchecker";
import { parse } from "tldts";
import ALIAS from "../data/alias_providers.txt" with { type: "text" };
import ALLOW from "../data/disposable_allow.txt" with { type: "text" };
import MX from "../data/disposable_mx.txt" with { type: "text" };
import FREE from "../data/free_providers.txt" with { type: "text" };
import { writeDomainLists } from "../src/feeds/domains/disposable.ts";

/** A package with fewer entries has probably changed its format. */
const LEAST = { reference: 4_000, wide: 20_000, common: 200 } as const;

/** Placeholders and plain mistakes in email-providers. */
const NOT_PROVIDERS: ReadonlySet<string> = new Set([
  ...["example.com", "yourdomain.com", "mydomain.com", "test.com", "test.de", "mail-tester.com"],
  ...["hidemyass.com", "dnsmadeeasy.com", "dynu.net", "nus.edu.sg"],
]);

/** @throws Error when a package has far fewer entries than expected */
// deno-lint-ignore require-await -- async by contract: a later list may have to be read from a file
export async function compileDomainLists(): Promise<Uint8Array> {
  const allow = new Set(entriesOf(ALLOW));
  const alias = new Set(entriesOf(ALIAS));
  const curated = new Set(entriesOf(FREE));
  const exempt = (domain: string): boolean => allow.has(domain) || alias.has(domain) || curated.has(domain);
  const reference = new Set(
    disposableEmailBlocklist().filter((domain) => isDomain(domain) && !exempt(domain)),
  );
  const wide = new Set([...blacklist()].filter((domain) => isDomain(domain) && !exempt(domain)));
  const common = COMMON.filter((domain) =>
    isDomain(domain) && !isPrivateSuffix(domain) && !reference.has(domain) && !wide.has(domain) &&
    !NOT_PROVIDERS.has(domain)
  );
  for (
    const [name, size] of [["reference", reference.size], ["wide", wide.size], [
      "common",
      common.length,
    ]] as const
  ) {
    if (size < LEAST[name]) throw new Error(`the ${name} domain list has only ${size} entries`);
  }
  const free = new Set([...curated, ...common]);
  return writeDomainLists({ reference, wide, free, alias, mx: new Set(entriesOf(MX)), allow });
}

/** A normalised name that is not a registry's suffix. */
function isDomain(domain: string): boolean {
  if (!/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)) return false;
  return parse(domain).domain !== null;
}

/** A private suffix (`pp.ua`), whose names have different owners, is not a mail provider. */
function isPrivateSuffix(domain: string): boolean {
  return parse(domain, { allowPrivateDomains: true }).domain === null;
}

/** The words of a table; lines with a leading # are comments. */
function entriesOf(text: string): string[] {
  return text.split("\n").filter((line) => !line.startsWith("#")).flatMap((line) => line.split(/\s+/))
    .filter((word) => word !== "");
}
