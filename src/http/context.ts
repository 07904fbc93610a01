/** The state of a request in the HTTP layer. */
import type { Context } from "hono";
import type { AppError } from "../model/error.ts";
import type { Caller } from "../model/records.ts";
import type { RateState } from "../service/access/rate_limit.ts";
import type { Share } from "./admission/load.ts";
import type { Trail } from "./operations/trail.ts";
import type { RequestBodies } from "./admission/request_bodies.ts";

/** Decides the statuses of authentication, quota and pause errors, which differ by family. */
export type Family =
  | "scoring" // single values, sign-ups and devices: 401, 429
  | "general" // batch, report, outcome, agent, rules: 403, 402
  | "account" // usage, stored scores, sources
  | "compat" // flat error bodies, Basic authentication
  | "site"; // pages and unauthenticated files

export interface Bindings {
  /** `performance.now()` when the request arrived. */
  readonly started: number;
  /** What this request counts for in the load of all. */
  readonly load: Share;
  /** The bodies being read, with their deadlines. */
  readonly bodies: RequestBodies;
  /** The client's network, masked for people; null when it is unknown. */
  readonly clientNetwork: (c: AppContext) => string | null;
  /** The peer's address as text; null where there is no connection (tests without a socket). */
  readonly peer: string | null;
  /** Set only by our own pages for a signed-in user, whose request needs no key. */
  readonly caller?: Caller;
  /** Why the request does not reach the routes (`admission/refusals.ts`). */
  readonly refusal?: AppError;
  /** What is noted of the request for the access log. */
  readonly trail?: Trail;
  /** The request was HEAD; the routes see a GET. */
  readonly head?: true;
}

interface Variables {
  family: Family;
  caller: Caller;
  /** The limit per minute that binds: the key's or its account's. */
  rate: LimitState;
  /** The limit per hour of the compatibility layer. */
  hourly: RateState;
}

/** What the headers show of a limit. */
export type LimitState = Pick<RateState, "limit" | "remaining" | "resetSeconds" | "policy">;

export type AppEnv = { Bindings: Bindings; Variables: Variables };
export type AppContext = Context<AppEnv>;
