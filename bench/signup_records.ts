/** Sign-ups with facts as they are stored, for the benchmarks of searching. */
import type { FactValue } from "../src/model/facts/fact.ts";
import { RETENTION_MS, type ScoreRecord, type StoredComponent } from "../src/model/records.ts";
import { scrambled } from "./random.ts";

const CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const HASH_CHARS = 43;
const COUNTRIES = "US DE GB FR IN BR NL PL ES IT CA AU JP TR MX ID VN PH NG ZA".split(" ");
const NETWORKS = ["residential", "mobile", "datacenter", "vpn", "proxy", "tor", "relay", "shared"];
const SHAPES = ["given+surname", "initial+surname+9999", "given.surname", "word+99", "letters", "given+99"];
const BROWSERS = ["Chrome", "Safari", "Firefox", "Edge"];

/** One that few have, one that nobody has. */
export const RARE_ASN = 64_999;
export const NO_ASN = 1;

/** Only the first characters of a hash are in columns. */
function hashOf(kind: string, number: number): string {
  const high = scrambled(number * 31 + kind.length);
  const low = scrambled(high + 7);
  let hash = "";
  for (let shift = 0; shift < 24; shift += 6) {
    hash += CHARS[(high >>> shift) & 63]! + CHARS[(low >>> shift) & 63]!;
  }
  return hash.padEnd(HASH_CHARS, "x");
}

/** Skewed: the first ones are frequent. */
function drawn(number: number, salt: number, count: number): number {
  const share = scrambled(number * 2654435761 + salt) / 2 ** 32;
  return Math.floor(share ** 3 * count);
}

function signupFacts(number: number, at: number): ScoreRecord["facts"] {
  const country = COUNTRIES[drawn(number, 1, COUNTRIES.length)]!;
  const asn = number % 50_000 === 777 ? RARE_ASN : 1000 + drawn(number, 2, 3000);
  const browser = BROWSERS[drawn(number, 3, BROWSERS.length)]!;
  const facts: Record<string, FactValue> = {
    "ip.country": country,
    "ip.region": `${country} region ${drawn(number, 4, 12)}`,
    "ip.city": `${country} city ${drawn(number, 5, 80)}`,
    "ip.asn": asn,
    "ip.org": `Operator ${asn}`,
    "ip.network": NETWORKS[drawn(number, 6, NETWORKS.length)]!,
    "email.domain": number % 3 === 0 ? "gmail.com" : `shop${drawn(number, 7, 20_000)}.example`,
    "email.domain_class": number % 3 === 0 ? "free" : "private",
    "email.domain_age_days": 100 + drawn(number, 7, 8000),
    "email.shape": SHAPES[drawn(number, 8, SHAPES.length)]!,
    "phone.country": COUNTRIES[drawn(number, 9, COUNTRIES.length)]!,
    "phone.line_type": number % 5 === 0 ? "voip" : "mobile",
    "phone.carrier": `Carrier ${drawn(number, 10, 90)}`,
    "phone.block": `blk_${hashOf("block", drawn(number, 11, 400_000)).slice(0, 10)}`,
    "phone.block_shown": `+44 7${drawn(number, 11, 400_000)} ••••`,
    "device.browser": browser,
    "device.browser_major": 120 + drawn(number, 12, 20),
    "device.os": ["Windows", "Android", "iOS", "macOS"][drawn(number, 13, 4)]!,
    "device.device_class": number % 2 === 0 ? "mobile" : "desktop",
    "device.timezone": `Europe/Zone${drawn(number, 14, 40)}`,
    "device.language": ["en-US", "de-DE", "fr-FR", "es-ES"][drawn(number, 15, 4)]!,
    "device.automation": number % 97 === 0,
    "device.is_common": number % 11 === 0,
    "domain.age_days": 100 + drawn(number, 7, 8000),
    "domain.registrar": `Registrar ${drawn(number, 16, 60)}`,
    "signup.hour": Math.floor(at / 3_600_000) % 24,
    "signup.weekday": 1 + Math.floor(at / 86_400_000) % 7,
    "signup.user_agent_family": browser,
    "custom.plan": number % 7 === 0 ? "pro" : "free",
    "custom.campaign": `c${drawn(number, 17, 200)}`,
  };
  return facts;
}

/** A third of the addresses at one provider, the rest mostly new. */
export function signupRecord(id: string, account: string, number: number, at: number): ScoreRecord {
  const component = (kind: StoredComponent["kind"], value: number, related: number): StoredComponent => ({
    kind,
    hash: hashOf(kind, value),
    relatedHashes: Array.from(
      { length: related },
      (_, at) => hashOf(`${kind}${at}`, drawn(value, 20 + at, 40_000)),
    ),
    mask: "•••",
    score: drawn(value, 18, 60),
    verdict: value % 400 === 0 ? "block" : "allow",
    findings: value % 6 === 0 ? [[`${kind}_finding_${value % 4}`, kind, 12, "a finding"]] : [],
    trust: [],
    unknown: {},
    rule: null,
  });
  return {
    id,
    account,
    key: "key_bench",
    mode: "live",
    subject: "user",
    via: "user",
    at,
    expiresAt: at + RETENTION_MS,
    strictness: 1,
    dataVersion: "bench",
    score: drawn(number, 19, 100),
    verdict: number % 40 === 0 ? "block" : number % 15 === 0 ? "review" : "allow",
    summary: "Low risk: nothing stands out",
    topSignals: [],
    rule: null,
    agentDecision: null,
    components: [
      component("ip", drawn(number, 21, 900_000), 3),
      component("email", number, 1),
      component("phone", number, 0),
      component("device", number >> 1, 0),
    ],
    signup: {
      linkage: {
        device_email_count: 1 + number % 3,
        email_device_count: 1,
        email_ip_count: 1,
        subnet_rate_1h: drawn(number, 22, 20),
        domain_rate_1h: drawn(number, 23, 200),
        referral_rate_1h: null,
      },
      ring: null,
      node: id.slice(4).replaceAll("-", ""),
      actor: { type: "unknown", proven: false, basis: "none", operator: null, trigger: null, detail: "" },
      agent: null,
      userId: `user-${number}`,
      links: { score: 0, findings: [], counted: false },
    },
    facts: signupFacts(number, at) ?? {},
  };
}
