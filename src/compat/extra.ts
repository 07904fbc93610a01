/** The object named after the service that every compatibility response has in addition to the vendor's fields. */
import type { ComponentKind } from "../model/component.ts";
import type { Linkage } from "../model/linkage/linkage.ts";
import type { Ring } from "../model/linkage/ring.ts";
import { SERVICE } from "../model/service.ts";
import type { Verdict } from "../model/verdict.ts";
import type { Actor } from "../model/actor.ts";

/** What does not apply to a request is null. */
export interface ExtraContent {
  readonly verdict: Verdict;
  readonly summary: string | null;
  readonly components_checked: readonly ComponentKind[];
  readonly top_signals: readonly string[];
  /** The phone component as `/v1/score/user` shows it. */
  readonly phone: object | null;
  readonly linkage: Linkage & { readonly ring: Ring | null } | null;
  readonly actor: Actor | null;
  /** 0 to 1, as the native result's `proxy_likelihood`. */
  readonly residential_proxy_likelihood: number | null;
  readonly rule_applied: object | null;
  readonly request_id: string;
  readonly processing_time_sec: number;
}

export function extra(content: ExtraContent): Record<string, ExtraContent> {
  return { [SERVICE.name]: content };
}
