/** The address of the page for the operator of an agent whose request was not accepted. */
import { type Reason, REASONS } from "../../signals/agent/reasons.ts";
import type { ValidRequest } from "../endpoint.ts";
import { requestId } from "../common_schema.ts";

export const AGENT_HELP = "/agents/denied";

export function helpUrl(
  { c, services }: Pick<ValidRequest, "c" | "services">,
  reason: string,
  requestId: string,
): string {
  const base = services.baseUrl ?? new URL(c.req.url).origin;
  return `${base}${AGENT_HELP}?${new URLSearchParams({ reason, request_id: requestId })}`;
}

export interface AgentHelp {
  readonly reason: Reason;
  /** Null: none that this service could have given. */
  readonly requestId: string | null;
  /** Something else was given as the id. */
  readonly isWrongId: boolean;
}

/** What of such an address is shown: a reason of the closed list, and an id of the form that the service gives. */
export function readHelp(query: Readonly<Record<string, string>>): AgentHelp | null {
  const { reason = "", request_id = "" } = query;
  if (!isReason(reason)) return null;
  const id = requestId.safeParse(request_id.trim());
  return { reason, requestId: id.success ? id.data : null, isWrongId: !id.success && request_id !== "" };
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text);
}
