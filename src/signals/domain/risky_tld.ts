/** Top-level domains that are registered for abuse far more often than others. A weak signal, never a verdict. */
import TABLE from "../../../data/risky_tlds.csv" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { rowsOf } from "../../model/table_text.ts";

interface RiskyTld {
  readonly risky: boolean;
  /** 0 to 1: how much of the row's points it deserves, by the logarithm of its phishing rate. */
  readonly share: number;
}

const NONE: RiskyTld = { risky: false, share: 0 };

/** Phishing domains per 10,000 names from which the share is 1. */
const FULL_SHARE_RATE = 1000;

/** @param host lower-case A-labels, as `parseDomain` gives them. */
export function riskyTld(host: string): RiskyTld {
  const rate = ratesByTld().get(host.slice(host.lastIndexOf(".") + 1));
  if (rate === undefined) return NONE;
  return { risky: true, share: Math.min(1, Math.log(rate) / Math.log(FULL_SHARE_RATE)) };
}

/** The latest known rate, else that of the year before. */
const ratesByTld = lazy((): ReadonlyMap<string, number> =>
  new Map(
    rowsOf(TABLE).map((row) => {
      const [tld = "", latest = "", before = ""] = row.split(";");
      return [tld, Number(latest === "" ? before : latest)];
    }),
  )
);
