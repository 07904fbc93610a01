/** Who looks at the page of a challenge. */
import type { Address } from "../../model/address/address.ts";
import { type DeviceClass, placeOf } from "../../model/challenge/figures.ts";
import { isDesktop, isMobile } from "../../signals/device/browser.ts";
import { countryOf } from "../../signals/ip/collect.ts";
import type { Services } from "../context.ts";

export interface ChallengeVisitor {
  /** Null: unknown. */
  readonly address: Address | null;
  /** "" where none was sent. */
  readonly userAgent: string;
}

export function deviceClassOf(userAgent: string): DeviceClass {
  return isMobile(userAgent) ? "mobile" : isDesktop(userAgent) ? "desktop" : "other";
}

/** Where the visitor is counted. */
export function countedAt(
  { sources }: Pick<Services, "sources">,
  { address, userAgent }: ChallengeVisitor,
): string {
  const country = address === null ? null : countryOf(address, sources);
  return placeOf(country, deviceClassOf(userAgent));
}
