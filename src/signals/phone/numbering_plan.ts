/** Facts about whole numbering plans: where VoIP numbers are recognisable, and which +1 area codes exist. */
import { parsePhoneNumberWithError } from "libphonenumber-js/max";
import { lazy } from "../../concurrency/lazy.ts";

/**
 * Countries and non-geographic calling codes whose plan has a separate range for VoIP, from the metadata of
 * libphonenumber-js 1.13 (a test compares the two). Elsewhere, for example in the United States, the digits of a VoIP
 * number look like those of any other.
 */
const VOIP_PLANS: ReadonlySet<string> = new Set(
  ("AG AM AT AU AW BB BD BL BN BO BY CA CC CL CR CV CX CZ DZ EC EH FO FR GB GE GF GG GL GN GP GW GY HT HU IE IL IM " +
    "IS IT JE JP KI KR KZ LT LU MA MD ME MF MG MH MM MN MQ MT MU MY NA NL NO PF PG PL PT PY RE SB SC SG SH SI SJ SK " +
    "SM SN SR SZ TC TH TO TR TW TZ UA VA VC VN VU WF YT ZA ZM ZW 870 878 882 883").split(" "),
);

/** True when VoIP numbers of this country (alpha-2) or non-geographic calling code are recognisable. */
export function showsVoip(countryOrCallingCode: string): boolean {
  return VOIP_PLANS.has(countryOrCallingCode);
}

/** Calling code of the North American Numbering Plan, shared by 25 countries. */
export const NORTH_AMERICA = "1";

/** True when a country of the North American plan uses the area code. */
export function isAssignedAreaCode(areaCode: string): boolean {
  return areaCodes().has(areaCode);
}

/** Takes about 10 ms. The metadata assigns a country to a number only when its area code is in use. */
const areaCodes = lazy((): ReadonlySet<string> => {
  const assigned = new Set<string>();
  for (let code = 200; code <= 999; code++) {
    const probe = parsePhoneNumberWithError(`+${NORTH_AMERICA}${code}2345678`, { extract: false });
    if (probe.country !== undefined) assigned.add(String(code));
  }
  return assigned;
});
