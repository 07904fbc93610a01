/**
 * The private domains of a campaign that makes up names below several of them. Other private domains with sub-domains (a
 * university's, a company's) are neither in its group nor customers in it.
 */
import { DAY_MS } from "../duration.ts";
import { goodCustomers } from "./good_customers.ts";
import type { GroupKey } from "./group.ts";

/** A domain without labels that is a farm's begins so near to those labelled fraud. */
const NEAR_MS = DAY_MS;
const MAX_OTHERS = 10_000;

interface FarmDomains {
  /** Known domains that are not the campaign's. A domain that nobody has seen yet may be. */
  readonly others: ReadonlySet<GroupKey>;
  /** Good customers at the campaign's. */
  readonly customers: number;
}

/**
 * @param fraud when those labelled fraud signed up, ascending
 * @param labelled how many of them at each domain
 * @param allowed of each domain: when those signed up that were allowed and have no label, ascending
 */
export function farmDomains(
  fraud: readonly number[],
  labelled: ReadonlyMap<GroupKey, number>,
  allowed: ReadonlyMap<GroupKey, readonly number[]>,
  now: number,
): FarmDomains {
  const others = new Set<GroupKey>();
  let customers = 0;
  const [first, last] = [fraud[0] ?? Infinity, fraud.at(-1) ?? -Infinity];
  for (const [domain, times] of allowed) {
    if (others.size === MAX_OTHERS) break;
    const good = goodCustomers(fraud, times, now);
    const count = labelled.get(domain);
    const [begin = Infinity] = times;
    const isFarms = count === undefined
      ? good === 0 && begin >= first - NEAR_MS && begin <= last + NEAR_MS
      // Else more of its people are customers.
      : good <= count;
    if (isFarms) customers += good;
    else others.add(domain);
  }
  return { others, customers };
}
