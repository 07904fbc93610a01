/** What share of its field each kind of evidence can know here and now: explains a null before it is met. */
import type { FeedStatus } from "../feeds/refresh/stale.ts";

export const COVERAGE_STATES = ["cold", "refreshed", "stale"] as const;
type CoverageState = typeof COVERAGE_STATES[number];

export interface CoverageRow {
  readonly signal: string;
  readonly state: CoverageState;
  /** 0 to 1; null: never measured in this state. */
  readonly share: number | null;
  /** What the share is of, and when it was measured. */
  readonly measured: string;
}

interface Field {
  readonly signal: string;
  /** The feeds that bring it up to date. */
  readonly feeds: readonly RegExp[];
  /** From `deno task measure`, by mode. */
  readonly cold: number | null;
  readonly refreshed: number | null;
  readonly of: string;
}

const MEASURED = "2026-11-22";

/** The figures of `docs/figures.md`, by signal. */
const FIELDS: readonly Field[] = [
  { signal: "is_tor", feeds: [/^tor-/], cold: 0, refreshed: 1, of: "Tor exits of the day" },
  { signal: "is_proxy", feeds: [/^monosans-/], cold: 0, refreshed: 1, of: "listed open proxies" },
  {
    signal: "proxy_likelihood",
    feeds: [/^avastel-proxies$/],
    cold: 0,
    refreshed: 0.53,
    of: "proxies never listed before, at 0.4 % false positives",
  },
  {
    signal: "is_vpn",
    feeds: [/^x4bnet-vpn-ipv4$/],
    cold: 0.49,
    refreshed: 0.8,
    of: "servers of VPN services, by service",
  },
  {
    signal: "is_datacenter",
    feeds: [/^x4bnet-datacenter-ipv4$/],
    cold: 0.94,
    refreshed: 1,
    of: "addresses of seven clouds",
  },
  {
    signal: "is_hijacked_netblock",
    feeds: [/^spamhaus-drop_v4$/],
    cold: 0,
    refreshed: 1,
    of: "netblocks in Spamhaus DROP",
  },
  {
    signal: "is_disposable",
    feeds: [/^disposable/],
    cold: 0.99,
    refreshed: 0.99,
    of: "disposable domains that three of four lists have",
  },
  {
    signal: "did_you_mean",
    feeds: [],
    cold: 0.95,
    refreshed: 0.95,
    of: "typing errors in providers' names",
  },
  { signal: "is_role_account", feeds: [], cold: 1, refreshed: 1, of: "role names of RFC 2142" },
];

/** Stale counts as cold for the share: what is too old decides nothing. */
export function coverageReport(statuses: readonly FeedStatus[]): CoverageRow[] {
  return FIELDS.map(({ signal, feeds, cold, refreshed, of }) => {
    const states = statuses.filter(({ name }) => feeds.some((pattern) => pattern.test(name)))
      .map(({ state }) => state);
    const state = stateOf(states, feeds.length === 0);
    return { signal, state, share: state === "refreshed" ? refreshed : cold, measured: `${of}, ${MEASURED}` };
  });
}

function stateOf(states: readonly FeedStatus["state"][], needsNone: boolean): CoverageState {
  if (needsNone || states.includes("fresh")) return "refreshed";
  return states.includes("stale") ? "stale" : "cold";
}
