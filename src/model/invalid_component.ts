/** A field of a sign-up that could not be read, where the request asked to score the rest. */
export interface InvalidComponent {
  /** As the request names it: `ip`, `phone_country`, `device_signals`. */
  readonly field: string;
  /** Why, as a sentence fragment: `may have at most 320 characters`. Holds nothing of the value. */
  readonly detail: string;
}

/** What becomes of a sign-up with such a field: the request is refused, or the rest is scored and a person looks at it. */
export const ON_INVALID = ["refuse", "review"] as const;
export type OnInvalid = typeof ON_INVALID[number];
