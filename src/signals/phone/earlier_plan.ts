/** Mobile numbers as their plans had them before digits were added or dropped: address books and messengers still have them. */

interface Change {
  /** A national number as it was. */
  readonly earlier: RegExp;
  /** The same line's number now. */
  readonly now: string;
  /** A national number of today that may have had another, and that one. */
  readonly since: RegExp;
  readonly before: string;
}

/** By country calling code. */
const CHANGES: ReadonlyMap<string, Change> = new Map([
  // Since August 2019 neither the 1 after +52 is dialled nor 044, 045 or 01 (IFT). WhatsApp still shows the 1.
  ["52", {
    earlier: /^(?:0(?:1|44|45)|1)(?<rest>\d{10})$/,
    now: "$<rest>",
    since: /^(?<rest>\d{10})$/,
    before: "1$<rest>",
  }],
  // Mobile numbers got a 9 after the area code, by November 2016 in all areas (Anatel, resolution 553).
  ["55", {
    earlier: /^(?<area>\d{2})(?<rest>[6-9]\d{7})$/,
    now: "$<area>9$<rest>",
    since: /^(?<area>\d{2})9(?<rest>[6-9]\d{7})$/,
    before: "$<area>$<rest>",
  }],
  // All numbers begin with 01 since 30 November 2024 (ARCEP Bénin).
  ["229", { earlier: /^(?<rest>\d{8})$/, now: "01$<rest>", since: /^01(?<rest>\d{8})$/, before: "$<rest>" }],
]);

const NONE: readonly string[] = [];

/** The E.164 number that a national number, which is not valid now, would have become; null when it never was one. */
export function renumbered(callingCode: string, national: string): string | null {
  const change = CHANGES.get(callingCode);
  if (change === undefined || !change.earlier.test(national)) return null;
  return `+${callingCode}${national.replace(change.earlier, change.now)}`;
}

/** The E.164 numbers that the same line had, as rules and scores of before may name it. */
export function numbersBefore(e164: string): readonly string[] {
  for (const [callingCode, { since, before }] of CHANGES) {
    if (!e164.startsWith(`+${callingCode}`)) continue;
    const national = e164.slice(1 + callingCode.length);
    return since.test(national) ? [`+${callingCode}${national.replace(since, before)}`] : NONE;
  }
  return NONE;
}
