import { shape } from "../define.ts";

/** Ids of sign-ups, one after another; see `model/linkage/ring.ts`. */
export const signupIds = shape<string>((value) =>
  typeof value === "string" && /^(?:[0-9a-f]{32})*$/.test(value)
);
