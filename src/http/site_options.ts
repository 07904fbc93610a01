/** Options of the pages, of the endpoints without a key and of the compatibility layer. */
import type { ClientPackages } from "../service/clients/client_packages.ts";
import type { Readiness } from "../service/readiness.ts";
import type { ClientAddresses } from "./client_address.ts";

export interface SiteOptions {
  readonly readiness: Readiness;
  readonly clientPackages: ClientPackages;
  /** `/metrics` has its own address and is not served here. */
  readonly metricsApart: boolean;
  /** A URI for reports of weaknesses; null: none. */
  readonly securityContact: string | null;
  /** Requests per hour and key on the compatibility layer. */
  readonly compatHourly: number;
  readonly clients: ClientAddresses;
  /** Lookups per month of an account created on the sign-up page. */
  readonly monthlyLookups: number;
  /** Requests per minute of a new key. */
  readonly rateLimit: number;
  /** Every setting, for the self-hosting guide. */
  readonly settings: readonly { readonly name: string; readonly default: string; readonly about: string }[];
}
