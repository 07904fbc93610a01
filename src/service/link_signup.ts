/** Linkage and velocity of a signup: how its values hang together with the account's earlier signups. Reported, not scored. */
import type { CellUpdate } from "../store/stage.ts";
import type { Asked, Services } from "./context.ts";
import type { ScoredComponent } from "./score_component.ts";

/** Each includes this request; null means unknown. */
export interface Linkage {
  readonly device_email_count: number | null;
  readonly email_device_count: number | null;
  readonly email_ip_count: number | null;
  readonly subnet_rate_1h: number | null;
  readonly domain_rate_1h: number | null;
}

export interface Linked {
  readonly linkage: Linkage;
  /** Written with the score's record. */
  readonly cells: readonly CellUpdate[];
}

const NOTHING: Linkage = {
  device_email_count: null,
  email_device_count: null,
  email_ip_count: null,
  subnet_rate_1h: null,
  domain_rate_1h: null,
};

export function linkSignup(
  _services: Services,
  _asked: Asked,
  _components: readonly ScoredComponent[],
): Promise<Linked> {
  return Promise.resolve({ linkage: NOTHING, cells: [] });
}
