/** What pages and unauthenticated files need of the application. */
import type { Balance } from "../compat/fraud_body.ts";
import type { MetricsPeers } from "./metrics.ts";

export interface SiteOptions {
  /** WINNOW_BASE_URL, or null: taken from the request. */
  readonly baseUrl: string | null;
  readonly ready: () => Promise<{ ok: boolean; checks: Record<string, string> }>;
  readonly log: (line: string) => void;
  /** Processes whose metrics `/metrics` shows beside this one's; null: there are none. */
  readonly metricsPeers: MetricsPeers | null;
  /** What the compatibility layer says of a balance that nobody keeps. */
  readonly compatBalance: Balance;
  /** Requests an hour and key on the compatibility layer. */
  readonly compatHourly: number;
  /** The client's address is the last one of X-Forwarded-For. */
  readonly trustProxy: boolean;
  /** The self-service key page. */
  readonly signup: "open" | "closed";
  /** Lookups a month of an account made there. */
  readonly monthlyLookups: number;
  /** Requests a minute of a new key. */
  readonly rateLimit: number;
  /** Every setting, for the page about running the service. */
  readonly settings: readonly { readonly name: string; readonly default: string; readonly about: string }[];
}
