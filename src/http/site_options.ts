/** Options of the pages, of the endpoints without a key and of the compatibility layer. */
import type { Balance } from "../compat/fraud_body.ts";
import type { MetricsPeers } from "./metrics.ts";

export interface SiteOptions {
  /** WINNOW_BASE_URL, or null: taken from the request. */
  readonly baseUrl: string | null;
  readonly ready: () => Promise<{ ok: boolean; checks: Record<string, string> }>;
  readonly log: (line: string) => void;
  /** Processes whose metrics `/metrics` includes; null when a single process serves. */
  readonly metricsPeers: MetricsPeers | null;
  /** The account balance that the compatibility layer returns; none is kept. */
  readonly compatBalance: Balance;
  /** Requests per hour and key on the compatibility layer. */
  readonly compatHourly: number;
  /** Take the client's address from the last entry of X-Forwarded-For. */
  readonly trustProxy: boolean;
  /** The self-service sign-up page. */
  readonly signup: "open" | "closed";
  /** Lookups per month of an account created there. */
  readonly monthlyLookups: number;
  /** Requests per minute of a new key. */
  readonly rateLimit: number;
  /** Every setting, for the self-hosting guide. */
  readonly settings: readonly { readonly name: string; readonly default: string; readonly about: string }[];
}
