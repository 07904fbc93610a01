/** A looked-up address in the shape of the vendor's geolocation response. */
import type { CompatChoice } from "../model/records.ts";
import { extra, type ExtraContent } from "./extra.ts";
import { type Depth, ipRecord, type LocatedIp } from "./ip_record.ts";
import { balanceOf, written } from "./unknown.ts";

interface GeoResult extends LocatedIp {
  readonly choice: CompatChoice;
  readonly extra: ExtraContent;
}

export function geoBody(result: GeoResult, depth: Depth): Record<string, unknown> {
  return {
    ...written(ipRecord(result, depth), result.choice.unknown),
    maxmind: { queries_remaining: balanceOf(result.choice) },
    ...extra(result.extra),
  };
}
