/** Measures the domain signal on the corpora, for `measure.ts`. */
import type { DomainFields } from "../src/signals/domain/score.ts";
import { atLeast, atLeastTimes, atMost, type Measure, share } from "./measure_rows.ts";

/** The result for one domain; null when the service refuses it with 400. */
type ScoreDomain = (domain: string) => Promise<DomainFields | null>;

/** At least 100 phishing domains per 10,000 in both periods of the corpus `tld-abuse-stats`. */
const RISKY = ["top", "bond", "xin", "cfd", "icu", "sbs", "vip", "pro", "cc"];
const ORDINARY = ["com", "net", "org", "de", "uk", "fr", "edu", "gov"];
const LOOKALIKES: readonly (readonly [string, string])[] = [["l", "1"], ["o", "0"], ["m", "rn"], ["w", "vv"]];
const GENERATED = 200;
/** Each must be refused or not be a homograph, and none may break the service. */
const HYGIENE = [
  "xn--.com",
  "xn--a.com",
  "xn--0.com",
  "xn--zzzzzzzzzzzzzzzzzz.com",
  "XN--MNCHEN-3YA.DE",
  "MüNcHeN.De",
  "münchen.de.",
  "münchen.de..",
  `${"a".repeat(64)}.com`,
  `${"ä".repeat(60)}.com`,
  `${"a.".repeat(130)}com`,
  "☕.com",
  "xn--53h.com",
  "i❤.ws",
  "a..b.com",
  "a_b.com",
  "-a.com",
  "ab--cd.com",
  "\u0000.com",
  "a\u200db.com",
  "\u202ecom.elgoog",
];

export async function measureDomain(score: ScoreDomain, corpora: string): Promise<Measure[]> {
  const lines = (file: string) => Deno.readTextFileSync(`${corpora}/${file}`).trim().split("\n");
  const column = (file: string) => lines(file).slice(1).map((line) => line.split(",")[0]!);
  const forged = async (domain: string) => (await score(domain))?.signals.is_homograph === true;
  const risky = async (domain: string) => (await score(domain))?.signals.is_risky_tld === true;
  const random = lines("legit-domains/random10k.txt");
  const phishing = lines("phishing-domains/eth-phishing-blacklist-sample.txt");
  const generated = asciiLookalikes(lines("legit-domains/top10k.txt"));
  const [onPhishing, onRandom] = [await share(phishing, risky), await share(random, risky)];
  return [
    atLeast(
      "homograph recall, attack IDNs",
      await share(column("homographs/positives-eth-phishing.csv"), forged),
      85,
    ),
    atLeast(
      "homograph recall, zone-scan IDNs",
      await share(column("homographs/positives-shamfinder.csv"), forged),
      85,
    ),
    atMost(
      "homograph on legitimate IDNs",
      await share(column("homographs/negatives-legit-idn.csv"), forged),
      2,
    ),
    atLeast("homograph recall, generated ASCII look-alikes", await share(generated, forged), 80),
    atMost("homograph on random domains", await share(random, forged), 0.2),
    atLeast(
      "hostile names refused or no homograph",
      await share(HYGIENE, async (name) => !await forged(name)),
      100,
    ),
    atLeast("risky TLDs found", await share(RISKY.map(underTld), risky), 100),
    atMost("ordinary TLDs called risky", await share(ORDINARY.map(underTld), risky), 0),
    atMost("random domains on a risky TLD", onRandom, 3),
    atLeastTimes("phishing domains on a risky TLD, against random ones", onPhishing / onRandom, 4),
  ];
}

function underTld(tld: string): string {
  return `some-name.${tld}`;
}

/** Well-known names with every occurrence of one letter replaced, evenly spread over the list. */
function asciiLookalikes(domains: readonly string[]): string[] {
  const forged: string[] = [];
  const step = Math.max(1, Math.floor(domains.length / (GENERATED * 1.3)));
  for (let index = 0; index < domains.length && forged.length < GENERATED; index += step) {
    const domain = domains[index]!;
    const dot = domain.indexOf(".");
    const label = domain.slice(0, dot);
    const kinds = LOOKALIKES.filter(([letter]) => label.includes(letter));
    const kind = kinds[index % Math.max(1, kinds.length)];
    if (kind !== undefined) forged.push(label.replaceAll(kind[0], kind[1]) + domain.slice(dot));
  }
  return forged;
}
