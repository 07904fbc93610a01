/** What travels with a request through the HTTP layer. */
import type { Context } from "hono";
import type { Caller } from "../model/records.ts";
import type { RateState } from "../service/access/rate_limit.ts";
import type { RequestBodies } from "./body.ts";

/** How an endpoint answers authentication, quota and pause errors; the specification lists different statuses by family. */
export type Family =
  | "scoring" // single-signal, unified and device endpoints: 401, 429
  | "network" // batch, report, outcome, agent, rules: 403, 402
  | "account" // our own: usage, stored scores, sources
  | "compat" // flat error bodies, Basic authentication
  | "site"; // pages and unauthenticated files

export interface Bindings {
  /** `performance.now()` when the request arrived. */
  readonly started: number;
  /** The bodies being read, with their deadlines. */
  readonly bodies: RequestBodies;
  /** The peer's address as text; null where there is no connection (tests without a socket). */
  readonly peer: string | null;
  /** Set by our own pages only, for a person who is signed in: no key has to be sent. */
  readonly caller?: Caller;
  /** The request is HEAD; the routes see it as GET. */
  readonly head?: true;
}

export interface Variables {
  family: Family;
  caller: Caller;
  rate: RateState;
  /** The compatibility layer's own limit. */
  hourly: RateState;
}

export type AppEnv = { Bindings: Bindings; Variables: Variables };
export type AppContext = Context<AppEnv>;
