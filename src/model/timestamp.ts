/** Moments as RFC 3339 text in UTC. */

/** @param at milliseconds since the epoch */
export function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/** The same where few moments recur many times: formatting one takes a microsecond, so the latest texts are kept. */
export class TimestampCache {
  readonly #recent: { readonly at: number; readonly text: string }[] = [];

  text(at: number): string {
    const slot = at % SLOTS;
    const kept = this.#recent[slot];
    if (kept !== undefined && kept.at === at) return kept.text;
    const text = timestamp(at);
    this.#recent[slot] = { at, text };
    return text;
  }
}

const SLOTS = 256;
