/** Top-level names that are registered for abuse far more often than others. A signal, never a verdict. */

export interface RiskyTld {
  readonly is: boolean;
  /** 0 to 1: how much of the row's points it deserves. */
  readonly share: number;
}

const FIRST = new Set(["top", "bond", "xin", "cfd", "icu", "sbs", "vip", "pro", "cc", "lol"]);

/** @param host lower-case A-labels, as `parseDomain` gives them. */
export function riskyTld(host: string): RiskyTld {
  const is = FIRST.has(host.slice(host.lastIndexOf(".") + 1));
  return { is, share: is ? 1 : 0 };
}
