/** The RDAP server of a domain: from the IANA bootstrap (RFC 9224), and until that is fetched from a table of the largest zones. */

const VERISIGN = "https://tld-rdap.verisign.com/";
const IDENTITY_DIGITAL = "https://rdap.identitydigital.services/rdap/";
const GOOGLE = "https://pubapi.registry.google/rdap/";
const RADIX = "https://rdap.radix.host/rdap/";
const CENTRALNIC = "https://rdap.centralnic.com/";

/** From the IANA bootstrap registry, data.iana.org/rdap/dns.json, and registries' own pages; maintained by hand, 2026-11. */
const CURATED: readonly (readonly [zones: string, base: string])[] = [
  ["com", "https://rdap.verisign.com/com/v1/"],
  ["net", "https://rdap.verisign.com/net/v1/"],
  ["cc", `${VERISIGN}cc/v1/`],
  ["name", `${VERISIGN}name/v1/`],
  ["org", "https://rdap.publicinterestregistry.org/rdap/"],
  [
    "info mobi pro live world today life email agency digital company support io ai me sh ac",
    IDENTITY_DIGITAL,
  ],
  ["app dev page zip mov day new", GOOGLE],
  ["online site store tech space website press host fun pw", RADIX],
  ...["xyz", "icu", "bond", "cfd", "sbs", "cyou"].map((zone) => [zone, `${CENTRALNIC}${zone}/`] as const),
  ["shop", "https://rdap.gmoregistry.net/rdap/"],
  ["top", "https://rdap.zdnsgtld.com/top/"],
  ["vip", "https://rdap.nic.vip/"],
  ["club", "https://rdap.nic.club/"],
  ["biz", "https://rdap.nic.biz/"],
  ["us", "https://rdap.nic.us/"],
  ["co", "https://rdap.nic.co/"],
  ["tv", "https://rdap.nic.tv/"],
  ["cloud", "https://rdap.registry.cloud/rdap/"],
  ["uk", "https://rdap.nominet.uk/uk/"],
  ["fr", "https://rdap.nic.fr/"],
  ["nl", "https://rdap.sidn.nl/"],
  ["cz", "https://rdap.nic.cz/"],
  ["pl", "https://rdap.dns.pl/"],
  ["no", "https://rdap.norid.no/"],
  ["fi", "https://rdap.fi/rdap/rdap/"],
  ["br", "https://rdap.registro.br/"],
  ["ar", "https://rdap.nic.ar/"],
  ["ca", "https://rdap.ca.fury.ca/rdap/"],
  ["au", "https://rdap.cctld.au/rdap/"],
  ["in", "https://rdap.nixiregistry.in/rdap/"],
  ["sg", "https://rdap.sgnic.sg/rdap/"],
  ["tw", "https://ccrdap.twnic.tw/tw/"],
];

/** Base URLs by zone. */
export const CURATED_BASES: ReadonlyMap<string, string> = new Map(
  CURATED.flatMap(([zones, base]) => zones.split(" ").map((zone) => [zone, base] as const)),
);

const MOST_ZONES = 20_000;
const ZONE = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}$/;

/** The usable rows of a bootstrap document, parsed or as text; malformed rows are left out, other documents have none. */
export function readBootstrap(document: unknown): ReadonlyMap<string, string> {
  const bases = new Map<string, string>();
  const services = (parsed(document) as { readonly services?: unknown } | null)?.services;
  for (const service of Array.isArray(services) ? services : []) {
    if (!Array.isArray(service) || !Array.isArray(service[0]) || !Array.isArray(service[1])) continue;
    const base = bestBase(service[1]);
    if (base === null) continue;
    for (const zone of service[0]) {
      const name = typeof zone === "string" ? zone.toLowerCase() : "";
      if (ZONE.test(name) && bases.size < MOST_ZONES) bases.set(name, base);
    }
  }
  return bases;
}

/** The base of the longest zone that the domain is below (not equal to), or null. */
export function baseFor(domain: string, bases: ReadonlyMap<string, string>): string | null {
  for (let dot = domain.indexOf("."); dot >= 0; dot = domain.indexOf(".", dot + 1)) {
    const base = bases.get(domain.slice(dot + 1));
    if (base !== undefined) return base;
  }
  return null;
}

/** A base URL in the form that `domain/<name>` is added to; null when it is not one. */
export function baseUrl(text: unknown): string | null {
  if (typeof text !== "string" || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

function bestBase(urls: readonly unknown[]): string | null {
  const usable = urls.map(baseUrl).filter((base) => base !== null);
  return usable.find((base) => base.startsWith("https:")) ?? usable[0] ?? null;
}

function parsed(document: unknown): unknown {
  if (typeof document !== "string") return document;
  try {
    return JSON.parse(document);
  } catch {
    return null;
  }
}
