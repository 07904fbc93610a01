import { shape } from "../define.ts";

/** Ids of sign-ups, one after another; see `model/linkage/ring.ts`. */
export const signupIds = shape<string>((value) =>
  typeof value === "string" && /^(?:[0-9a-f]{32})*$/.test(value)
);

/** Ids of members with the time and kind of their labels' last change, one after another; see `model/linkage/ring.ts`. */
export const labelEndings = shape<string>((value) =>
  typeof value === "string" && /^(?:[0-9a-f]{44}[01])*$/.test(value)
);
