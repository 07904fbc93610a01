/** Mobile numbers as their plans had them before digits were added or dropped: address books and messengers still have them. */

interface Change {
  /** A national number as it was. */
  readonly earlier: RegExp;
  /** The same line's number now. */
  readonly now: string;
}

/** By country calling code. */
const CHANGES: ReadonlyMap<string, Change> = new Map([
  // Since August 2019 neither the 1 after +52 is dialled nor 044, 045 or 01 (IFT). WhatsApp still shows the 1.
  ["52", { earlier: /^(?:0(?:1|44|45)|1)(?<rest>\d{10})$/, now: "$<rest>" }],
  // Mobile numbers got a 9 after the area code, by November 2016 in all areas (Anatel, resolution 553).
  ["55", { earlier: /^(?<area>\d{2})(?<rest>[6-9]\d{7})$/, now: "$<area>9$<rest>" }],
  // All numbers begin with 01 since 30 November 2024 (ARCEP Bénin).
  ["229", { earlier: /^(?<rest>\d{8})$/, now: "01$<rest>" }],
]);

/** The E.164 number that a national number, which is not valid now, would have become; null when it never was one. */
export function renumbered(callingCode: string, national: string): string | null {
  const change = CHANGES.get(callingCode);
  if (change === undefined || !change.earlier.test(national)) return null;
  return `+${callingCode}${national.replace(change.earlier, change.now)}`;
}
