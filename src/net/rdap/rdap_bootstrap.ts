/** The RDAP server of a domain: from the IANA bootstrap (RFC 9224), and until that is fetched from a table of the largest zones. */
import serversText from "../../../data/rdap_servers.csv" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { rowsOf } from "../../model/table_text.ts";

/** Base URLs by zone. */
export const curatedBases = lazy((): ReadonlyMap<string, string> =>
  new Map(
    rowsOf(serversText).slice(1).flatMap((row) => {
      const [zones = "", base = ""] = row.split(",");
      return zones.split(" ").map((zone) => [zone, base] as const);
    }),
  )
);

const MAX_ZONES = 20_000;
const ZONE = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}$/;

/** The usable rows of a bootstrap document; malformed rows are left out, other documents have none. */
export function readBootstrap(text: string): ReadonlyMap<string, string> {
  const bases = new Map<string, string>();
  const document = parseJson(text);
  const services = isObject(document) && Array.isArray(document.services) ? document.services : [];
  for (const service of services) {
    if (!Array.isArray(service) || !Array.isArray(service[0]) || !Array.isArray(service[1])) continue;
    const base = bestBase(service[1]);
    if (base === null) continue;
    for (const zone of service[0]) {
      const name = typeof zone === "string" ? zone.toLowerCase() : "";
      if (ZONE.test(name) && bases.size < MAX_ZONES) bases.set(name, base);
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
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

function bestBase(urls: readonly unknown[]): string | null {
  const usable = urls.map(baseUrl).filter((base) => base !== null);
  return usable.find((base) => base.startsWith("https:")) ?? usable[0] ?? null;
}
