/** Top-level names that are registered for abuse far more often than others. A signal, never a verdict. */
import TABLE from "../../../data/risky_tlds.csv" with { type: "text" };

export interface RiskyTld {
  readonly is: boolean;
  /** 0 to 1: how much of the row's points it deserves, by the logarithm of its phishing rate. */
  readonly share: number;
}

const NONE: RiskyTld = { is: false, share: 0 };

/** Phishing domains per 10,000 names at which the share is whole. */
const WHOLE_AT = 1000;

let rates: ReadonlyMap<string, number> | undefined;

/** @param host lower-case A-labels, as `parseDomain` gives them. */
export function riskyTld(host: string): RiskyTld {
  const rate = (rates ??= readRates()).get(host.slice(host.lastIndexOf(".") + 1));
  return rate === undefined ? NONE : { is: true, share: Math.min(1, Math.log(rate) / Math.log(WHOLE_AT)) };
}

function readRates(): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (const line of TABLE.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [tld = "", latest = "", before = ""] = line.split(";");
    rows.set(tld, Number(latest === "" ? before : latest));
  }
  return rows;
}
