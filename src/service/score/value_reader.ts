/** Reads texts of requests as inputs of signals. Parsing is pure and values come again, so recent inputs are kept. */
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";
import { InvalidValue } from "../../model/invalid_value.ts";
import { parseCountry } from "../../signals/phone/row.ts";
import { type Inputs, VALUE_SIGNALS, type ValueKind } from "../../signals/registry.ts";
import type { ParseOptions } from "../../signals/signal.ts";

/** Makes the error of an endpoint, which names its own fields. */
export type Refuse = (why: string, field: InvalidValue["field"]) => Error;

/** Reads a field. Null when it is not valid and the others are read without it. */
export type Attempt = <T>(name: string, read: (refuse: Refuse) => T) => T | null;

/** Inputs of a kind, of about 1 kB at most. */
const MAX_CACHED_VALUES = 4_000;
const NO_OPTIONS: ParseOptions = {};

export class ValueReader {
  readonly #recent: { readonly [K in ValueKind]: TwoGenerationCache<Inputs[K]> } = {
    ip: new TwoGenerationCache(MAX_CACHED_VALUES),
    email: new TwoGenerationCache(MAX_CACHED_VALUES),
    domain: new TwoGenerationCache(MAX_CACHED_VALUES),
    phone: new TwoGenerationCache(MAX_CACHED_VALUES),
  };

  /** @throws what `refuse` makes, when the text or the country given with it is wrong */
  read<K extends ValueKind>(
    kind: K,
    text: string,
    refuse: Refuse,
    options: ParseOptions = NO_OPTIONS,
  ): Inputs[K] {
    const row = VALUE_SIGNALS[kind];
    const key = row.cacheKey?.(text, options) ?? null;
    const recent = key === null ? undefined : this.#recent[kind].get(key);
    if (recent !== undefined) return recent;
    const parsed = row.parse(text, options);
    if (parsed instanceof InvalidValue) throw refuse(parsed.reason, parsed.field);
    return key === null ? parsed : this.#recent[kind].set(key, parsed);
  }

  /** No text that was read is kept any more. */
  forget(): void {
    for (const recent of Object.values(this.#recent)) recent.clear();
  }
}

/**
 * For requests of many phone numbers with one country.
 * @throws what `refuse` makes
 */
export function readCountry(text: string | null | undefined, refuse: (why: string) => Error) {
  const country = parseCountry(text);
  if (country instanceof InvalidValue) throw refuse(country.reason);
  return country;
}
