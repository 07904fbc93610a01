/** The functions of conditions. */

interface FunctionRow {
  /** As it is called. */
  readonly call: string;
  readonly returns: "whole" | "boolean";
  /** A sentence fragment for people. */
  readonly meaning: string;
}

/** Of sign-ups of the account, the one that is judged included. */
export const COUNT_FUNCTIONS = {
  signups: {
    call: `signups(dimension, window)`,
    returns: "whole",
    meaning: "Sign-ups with the same value of the dimension in the window",
  },
  distinct: {
    call: `distinct(dimension, what, window)`,
    returns: "whole",
    meaning:
      "Different values of `what` among the sign-ups with the same value of the dimension in the window",
  },
  fraud: {
    call: `fraud(dimension, window)`,
    returns: "whole",
    meaning:
      "Sign-ups with the same value of the dimension in the window that you had labelled fraud when this one came",
  },
  first_seen_days: {
    call: `first_seen_days(dimension)`,
    returns: "whole",
    meaning: "Days since the value of the dimension was first seen in a sign-up of yours; 0 on the first day",
  },
} as const satisfies Readonly<Record<string, FunctionRow>>;

export type CountFunction = keyof typeof COUNT_FUNCTIONS;

export const TEXT_FUNCTIONS = ["startsWith", "endsWith", "contains"] as const;
export type TextFunction = typeof TEXT_FUNCTIONS[number];

/** Over lists and `findings`. */
export const QUANTIFIERS = ["exists", "all"] as const;
export type Quantifier = typeof QUANTIFIERS[number];

const OTHERS = {
  known: { call: "known(x)", returns: "boolean", meaning: "Whether x is known" },
  size: {
    call: "size(x)",
    returns: "whole",
    meaning: "Characters of a text, entries of a list or of `findings`",
  },
  startsWith: { call: "x.startsWith(text)", returns: "boolean", meaning: "Whether the text x begins so" },
  endsWith: { call: "x.endsWith(text)", returns: "boolean", meaning: "Whether the text x ends so" },
  contains: {
    call: "x.contains(text)",
    returns: "boolean",
    meaning: "Whether the text x has the other one in it",
  },
  exists: {
    call: "list.exists(name, condition)",
    returns: "boolean",
    meaning: "Whether the condition is true for an entry of the list, which it calls by the name",
  },
  all: {
    call: "list.all(name, condition)",
    returns: "boolean",
    meaning: "Whether the condition is true for every entry of the list",
  },
} as const satisfies Readonly<Record<string, FunctionRow>>;

export const FUNCTIONS: Readonly<Record<string, FunctionRow>> = { ...COUNT_FUNCTIONS, ...OTHERS };
