/** Moments that people write into addresses: a day (UTC), or RFC 3339. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since the epoch; null when it is none. @param ofDay milliseconds to add to the beginning of a day */
export function momentFrom(text: string, ofDay: number): number | null {
  const at = DAY.test(text) || MOMENT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) return null;
  return DAY.test(text) ? at + ofDay : at;
}
