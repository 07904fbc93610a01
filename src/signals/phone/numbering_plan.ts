/** What the numbering metadata can tell about a whole plan: where VoIP is visible, and which +1 area codes exist. */
import { parsePhoneNumberWithError } from "libphonenumber-js/max";

/**
 * Countries and non-geographic calling codes whose plan sets a range apart for VoIP, from the metadata of
 * libphonenumber-js 1.13 (a test compares the two). Elsewhere, the United States among them, VoIP numbers look like any
 * other and nobody can tell from the digits.
 */
const VOIP_PLANS: ReadonlySet<string> = new Set(
  ("AG AM AT AU AW BB BD BL BN BO BY CA CC CL CR CV CX CZ DZ EC EH FO FR GB GE GF GG GL GN GP GW GY HT HU IE IL IM " +
    "IS IT JE JP KI KR KZ LT LU MA MD ME MF MG MH MM MN MQ MT MU MY NA NL NO PF PG PL PT PY RE SB SC SG SH SI SJ SK " +
    "SM SN SR SZ TC TH TO TR TW TZ UA VA VC VN VU WF YT ZA ZM ZW 870 878 882 883").split(" "),
);

/** True when VoIP numbers of this country (alpha-2) or non-geographic calling code can be told from others. */
export function showsVoip(countryOrCallingCode: string): boolean {
  return VOIP_PLANS.has(countryOrCallingCode);
}

/** Calling code of the North American Numbering Plan, shared by 25 countries. */
export const NORTH_AMERICA = "1";

let areaCodes: ReadonlySet<string> | null = null;

/**
 * True when some country of the North American plan uses the area code. The set is read from the metadata at first use
 * (about 10 ms): it gives a country to a number with an assigned area code and none to one without.
 */
export function isAssignedAreaCode(areaCode: string): boolean {
  areaCodes ??= readAreaCodes();
  return areaCodes.has(areaCode);
}

function readAreaCodes(): ReadonlySet<string> {
  const assigned = new Set<string>();
  for (let code = 200; code <= 999; code++) {
    const probe = parsePhoneNumberWithError(`+${NORTH_AMERICA}${code}2345678`, { extract: false });
    if (probe.country !== undefined) assigned.add(String(code));
  }
  return assigned;
}
