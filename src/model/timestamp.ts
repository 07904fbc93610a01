/** Moments as texts (RFC 3339, UTC). The same few are written again and again: when the values of the moment were first seen. */
const SLOTS = 256;
const lately: { readonly at: number; readonly text: string }[] = [];

/** @param at milliseconds since the epoch */
export function timestamp(at: number): string {
  const slot = at % SLOTS;
  const known = lately[slot];
  if (known !== undefined && known.at === at) return known.text;
  const text = new Date(at).toISOString();
  lately[slot] = { at, text };
  return text;
}
