/** A looked-up address in the shape of the vendor's geolocation response. */
import { extra, type ExtraContent } from "./extra.ts";
import type { Balance } from "./fraud_body.ts";
import { type Depth, ipRecord, type LocatedIp } from "./ip_record.ts";

export interface GeoResult extends LocatedIp {
  readonly balance: Balance;
  readonly extra: ExtraContent;
}

export function geoBody(result: GeoResult, depth: Depth): Record<string, unknown> {
  return {
    ...ipRecord(result, depth),
    maxmind: { queries_remaining: result.balance === "zero" ? 0 : null },
    ...extra(result.extra),
  };
}
