/** The service as its own caller, for its pages and the command line: in test mode, so nothing is billed and nothing stored. */
import type { Strictness } from "../../model/verdict.ts";
import type { ScoringContext } from "../context.ts";

const ACCOUNT = "acc_internal";

const CALLER: ScoringContext["caller"] = {
  account: {
    id: ACCOUNT,
    name: "the service itself",
    createdAt: 0,
    paused: false,
    monthlyQuota: 0,
    madeBy: "operator",
    // It asks on behalf of anonymous visitors, who share the outside sources with the accounts.
    standing: "guest",
  },
  key: {
    id: "key_internal",
    account: ACCOUNT,
    mode: "test",
    name: "",
    hash: "",
    tail: "",
    ratePerMinute: 0,
    createdAt: 0,
    revokedAt: null,
  },
};

/** @param started `performance.now()` when the request arrived */
export function internalContext(strictness: Strictness, started: number): ScoringContext {
  return { caller: CALLER, strictness, via: "user", started, keep: false };
}
