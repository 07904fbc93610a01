/** What a hook of the kind `ssf` is given: whose tokens it takes, for whom, and with which Authorization header. */
import { invalidField } from "../../../model/error.ts";
import type { EventSource } from "../../../model/endpoints/security_event.ts";
import type { Account } from "../../../model/records.ts";
import { EXTERNAL_ID_RULE, isExternalId } from "../../../model/user_id.ts";
import type { Services } from "../../context.ts";

export interface EventSourceOptions {
  readonly issuer?: string | null | undefined;
  readonly audience?: string | readonly string[] | null | undefined;
  readonly jwks_uri?: string | null | undefined;
  /** Null or "": tokens come without one. */
  readonly authorization?: string | null | undefined;
  readonly external_id_prefix?: string | null | undefined;
}

const NAMES = ["issuer", "audience", "jwks_uri", "authorization", "external_id_prefix"] as const;

export const MAX_AUDIENCES = 20;
export const MAX_SOURCE_CHARS = 2_000;
export const MAX_AUTHORIZATION_CHARS = 500;
export const MAX_PREFIX_CHARS = 100;

/**
 * @param before what stays where nothing is given; null: a new hook
 * @throws AppError invalid_value
 */
export async function readEventSource(
  services: Pick<Services, "webhooks">,
  account: Account,
  given: EventSourceOptions,
  before: EventSource | null,
): Promise<EventSource> {
  const issuer = given.issuer?.trim() || before?.issuer;
  if (issuer === undefined) throw invalidField("/issuer", "must be the issuer of the tokens");
  const audience = given.audience == null ? before?.audience : audiences(given.audience);
  if (audience === undefined || audience.length === 0) {
    throw invalidField("/audience", "must be what the tokens name as their audience");
  }
  const jwksUri = given.jwks_uri?.trim() ? await keyUrl(services, account, given.jwks_uri) : before?.jwksUri;
  if (jwksUri === undefined) {
    throw invalidField("/jwks_uri", "must be the https URL at which the issuer publishes its keys");
  }
  const externalIdPrefix = given.external_id_prefix ?? before?.externalIdPrefix ?? "";
  if (externalIdPrefix !== "" && !isExternalId(externalIdPrefix)) {
    throw invalidField("/external_id_prefix", EXTERNAL_ID_RULE);
  }
  return { issuer, audience, jwksUri, externalIdPrefix };
}

/** "": none. @throws AppError invalid_value */
export function readAuthorization(text: string): string {
  const trimmed = text.trim();
  if (/^[\x20-\x7e]*$/.test(trimmed)) return trimmed;
  throw invalidField("/authorization", "must be printable ASCII, as it is in the header");
}

/** @throws AppError invalid_value for a hook of another kind */
export function refuseEventSource(kind: string, given: EventSourceOptions): void {
  const name = NAMES.find((each) => given[each] != null && given[each] !== "");
  if (name !== undefined) throw invalidField(`/${name}`, `a hook of kind ${kind} has none`);
}

function audiences(given: string | readonly string[]): readonly string[] {
  const texts = typeof given === "string" ? [given] : given;
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
}

async function keyUrl({ webhooks: { sender } }: Pick<Services, "webhooks">, account: Account, text: string) {
  const url = URL.parse(text.trim());
  if (url === null) throw invalidField("/jwks_uri", "must be an absolute URL");
  const why = await sender.refusal(url.href, account.id);
  if (why !== null) throw invalidField("/jwks_uri", why);
  return url.href;
}
