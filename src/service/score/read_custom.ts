/** Reads the fields of a customer's own in a sign-up. */
import {
  CUSTOM_KEY,
  type CustomFields,
  customProblem,
  type CustomValue,
  MAX_CUSTOM_FIELDS,
  REFERRAL_KEY,
} from "../../model/facts/custom.ts";
import { isObject } from "../../model/json.ts";
import type { Attempt } from "./value_reader.ts";

interface SentFields {
  /** Of any type. */
  readonly custom?: unknown;
  /** The same as the field of this name; that one stands where both are sent. */
  readonly referral?: unknown;
}

/** Null without any. What is null or "" is not given. */
export function readCustom({ custom, referral }: SentFields, attempt: Attempt): CustomFields | null {
  const sent = isGiven(custom)
    ? attempt("custom", (refuse) => {
      if (!isObject(custom)) throw refuse("must be an object", "value");
      const given = Object.entries(custom).filter(([, value]) => isGiven(value));
      if (given.length > MAX_CUSTOM_FIELDS) {
        throw refuse(`must have at most ${MAX_CUSTOM_FIELDS} fields`, "value");
      }
      return given;
    })
    : null;
  const fields: Record<string, CustomValue> = {};
  const read = (place: string, key: string, value: unknown) => {
    const known = attempt(place, (refuse) => {
      const problem = CUSTOM_KEY.test(key) ? customProblem(value) : KEY_RULE;
      if (problem !== null) throw refuse(problem, "value");
      return value as CustomValue; // as `customProblem` found it
    });
    if (known !== null) fields[key] = known;
  };
  if (isGiven(referral)) {
    read("referral", REFERRAL_KEY, typeof referral === "string" ? referral : [referral]);
  }
  for (const [key, value] of sent ?? []) read(`custom/${key}`, key, value);
  return Object.keys(fields).length === 0 ? null : fields;
}

const KEY_RULE = `is no name of a field: ${CUSTOM_KEY.source}`;

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}
