/** What a score record keeps of an address: facts that identify nobody. */
import { type Facts, knownFacts } from "../../model/facts/fact.ts";
import type { IpComponent } from "./score.ts";

export function ipFacts({ fields: { geo }, asn, region, networkKind }: IpComponent): Facts {
  return knownFacts({
    "ip.country": geo.country,
    "ip.region": region,
    "ip.city": geo.city,
    "ip.asn": asn,
    "ip.org": geo.isp,
    "ip.network": networkKind,
  });
}
