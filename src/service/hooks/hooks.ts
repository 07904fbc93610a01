/** An account's hooks: made, changed and deleted by its owner. A secret is shown once. */
import { type AuditEvent, changesOf, originOf } from "../../model/access/audit.ts";
import { AppError, invalidField } from "../../model/error.ts";
import {
  type Hook,
  HOOK_FIELDS,
  HOOK_MODES,
  HOOK_RESULTS,
  type HookKind,
  type HookMode,
  type HookPointers,
  type HookUse,
  isSendingKind,
  MAX_HOOKS,
  WHEN_UNSURE,
  type WhenUnsure,
} from "../../model/endpoints/hook.ts";
import { replacedUntil } from "../../model/endpoints/secret_holder.ts";
import type { EventSource } from "../../model/endpoints/security_event.ts";
import { isPointer } from "../../model/endpoints/json_pointer.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { mayOpen, requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import {
  type EventSourceOptions,
  readAuthorization,
  readEventSource,
  refuseEventSource,
} from "./ssf/event_source.ts";
import { replaceSecret } from "../webhooks/endpoint_secrets.ts";
import { parseWebhookSecret } from "../webhooks/signature.ts";

const ID_BYTES = 16;
export const HOOK_PATH = "/hooks";
/** Of the kind `ssf`. */
export const EVENT_HOOK_PATH = `${HOOK_PATH}/ssf`;

interface HookOptions extends EventSourceOptions {
  /** Of the kind `ssf` it does not matter. */
  readonly mode?: HookMode | undefined;
  readonly when_unsure?: WhenUnsure | undefined;
  /** Absent or null: one is made. */
  readonly secret?: string | null | undefined;
  readonly pointers?: Readonly<Record<string, string | null | undefined>> | null | undefined;
  readonly types?: readonly string[] | null | undefined;
  /** Of kinds that send. */
  readonly forward_url?: string | null | undefined;
}

type HookChange = { readonly [O in keyof HookOptions]?: HookOptions[O] | undefined } & {
  /** Makes a new secret. */
  readonly rotate?: boolean | undefined;
};

/** @throws AppError invalid_value, too_many_items, test_key_refused; then nothing is made */
export async function createHook(
  services: Services,
  caller: Caller,
  given: HookOptions & { readonly kind: HookKind },
): Promise<{ readonly hook: Hook; readonly secret: string | null }> {
  requireLive(caller, "make, change or delete hooks");
  const forwardUrl = await readForward(services, caller, given.kind, given.forward_url ?? null);
  const isEvents = given.kind === "ssf";
  const mode = given.mode ?? (isEvents ? "observe" : missing("/mode", HOOK_MODES));
  const whenUnsure = given.when_unsure ?? (isEvents ? "allow" : missing("/when_unsure", WHEN_UNSURE));
  const events = await readEvents(services, caller, given.kind, given, null);
  const secret = isEvents
    ? services.hooks.secrets.sealed(readAuthorization(given.authorization ?? ""))
    : services.hooks.secrets.made(given.secret ? readSecret(given.secret) : null);
  const id = services.randomBytes(ID_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
  const hook: Hook = {
    id: `hook_${id}`,
    account: caller.account.id,
    kind: given.kind,
    mode,
    whenUnsure,
    pointers: readPointers(given.kind, given.pointers ?? {}),
    types: given.types ?? [],
    createdAt: services.now(),
    secret: secret.sealed,
    replaced: [],
    ...(forwardUrl === null ? {} : { forwardUrl }),
    ...(events === null ? {} : { events }),
  };
  const details = { kind: given.kind, mode, ...(events === null ? {} : { issuer: events.issuer }) };
  await change(services, caller, { action: "hook_created", id: hook.id, details }, (current) => {
    if (current.length < MAX_HOOKS) return [...current, hook];
    throw new AppError("conflict", `an account can have at most ${MAX_HOOKS} hooks; delete one first`);
  });
  return { hook, secret: secret.text };
}

/**
 * @returns the hook, and its new secret if it got one
 * @throws AppError not_found, invalid_value, rate_limited, test_key_refused; then nothing is changed
 */
export async function changeHook(services: Services, caller: Caller, id: string, given: HookChange) {
  requireLive(caller, "make, change or delete hooks");
  const before = ownHook(services, caller, id);
  if (given.secret && given.rotate) throw invalidField("/rotate", "give either secret or rotate");
  const events = await readEvents(services, caller, before.kind, given, before.events ?? null);
  const secret = newSecret(services, before.kind, given);
  const pointers = given.pointers ? readPointers(before.kind, given.pointers) : null;
  const forwardUrl = given.forward_url === undefined
    ? null
    : await readForward(services, caller, before.kind, given.forward_url);
  const changed = (hook: Hook): Hook => {
    const refusal = "its secret was replaced too often within 24 hours; nothing was changed";
    const kept = secret === null ? hook : replaceSecret(hook, secret.sealed, services.now(), refusal);
    return {
      ...kept,
      mode: given.mode ?? kept.mode,
      whenUnsure: given.when_unsure ?? kept.whenUnsure,
      pointers: pointers ?? kept.pointers,
      types: given.types ?? kept.types,
      ...(forwardUrl === null ? {} : { forwardUrl }),
      ...(events === null ? {} : { events }),
    };
  };
  const replaced = secret === null ? {} : { secret: "replaced" };
  const details = { kind: before.kind, mode: given.mode ?? before.mode, ...replaced };
  const changes = changesOf(
    hookWords(before),
    hookWords({
      mode: given.mode ?? before.mode,
      whenUnsure: given.when_unsure ?? before.whenUnsure,
      pointers: pointers ?? before.pointers,
      types: given.types ?? before.types,
      ...(forwardUrl === null
        ? before.forwardUrl === undefined ? {} : { forwardUrl: before.forwardUrl }
        : { forwardUrl }),
      ...(events === null ? {} : { events }),
    }),
  );
  const stored = await change(
    services,
    caller,
    { action: "hook_changed", id, details, changes },
    (current) => {
      if (!current.some((hook) => hook.id === id)) throw notFound();
      return current.map((hook) => hook.id === id ? changed(hook) : hook);
    },
  );
  return { hook: stored.find((hook) => hook.id === id)!, secret: secret?.text ?? null };
}

/** @throws AppError not_found, test_key_refused */
export async function deleteHook(services: Services, caller: Caller, id: string): Promise<void> {
  requireLive(caller, "make, change or delete hooks");
  const { kind } = ownHook(services, caller, id);
  const without = (current: readonly Hook[]) => current.filter((hook) => hook.id !== id);
  await change(services, caller, { action: "hook_deleted", id, details: { kind } }, without, [id]);
}

export interface ListedHook {
  readonly hook: Hook;
  readonly use: HookUse | null;
}

/** Oldest first. Hooks are live: a test key sees none. */
export async function listHooks({ store }: Services, caller: Caller): Promise<ListedHook[]> {
  const hooks = mayOpen(caller, "live") ? store.hooks.of(caller.account.id) : [];
  return await Promise.all(hooks.map(async (hook) => ({ hook, use: await store.hooks.use(hook) })));
}

/** @throws AppError not_found */
export async function readHook(services: Services, caller: Caller, id: string): Promise<ListedHook> {
  const hook = ownHook(services, caller, id);
  return { hook, use: await services.store.hooks.use(hook) };
}

/** In the form of the API. @param origin the public address of the service */
export function hookBody({ hook, use }: ListedHook, origin: string, now: number) {
  const until = replacedUntil(hook, now);
  return {
    hook_id: hook.id,
    url: `${origin}${hook.kind === "ssf" ? EVENT_HOOK_PATH : HOOK_PATH}/${hook.id}`,
    kind: hook.kind,
    mode: hook.mode,
    when_unsure: hook.whenUnsure,
    pointers: Object.fromEntries(HOOK_FIELDS.map((field) => [field, hook.pointers[field] ?? null])) as {
      [F in typeof HOOK_FIELDS[number]]: string | null;
    },
    types: hook.types,
    forward_url: hook.forwardUrl ?? null,
    issuer: hook.events?.issuer ?? null,
    audience: hook.events?.audience ?? null,
    jwks_uri: hook.events?.jwksUri ?? null,
    external_id_prefix: hook.events?.externalIdPrefix ?? null,
    created_at: timestamp(hook.createdAt),
    replaced_secret_until: until === null ? null : timestamp(until),
    use: {
      ...Object.fromEntries(HOOK_RESULTS.map((result) => [result, use?.counts[result] ?? 0])) as {
        [R in typeof HOOK_RESULTS[number]]: number;
      },
      received: HOOK_RESULTS.reduce((sum, result) => sum + (use?.counts[result] ?? 0), 0),
      refused: use?.refused?.count ?? 0,
      last_at: use?.last ? timestamp(use.last.at) : null,
      last_result: use?.last?.result ?? null,
      last_note: use?.last?.note || null,
      last_refused_at: use?.refused ? timestamp(use.refused.at) : null,
      last_refused_error: use?.refused?.why ?? null,
    },
  };
}

async function change(
  { store }: Services,
  caller: Caller,
  { id, ...event }: Pick<AuditEvent, "action" | "details" | "changes"> & { readonly id: string },
  work: (current: readonly Hook[]) => readonly Hook[],
  removed: readonly string[] = [],
): Promise<readonly Hook[]> {
  const account = caller.account.id;
  const also = store.audit.entry({ account, subjects: [id], ...event }, originOf(caller));
  return await store.hooks.change(account, work, { also, removed });
}

function hookWords(hook: Pick<Hook, "mode" | "whenUnsure" | "pointers" | "types" | "forwardUrl" | "events">) {
  return {
    mode: hook.mode,
    when_unsure: hook.whenUnsure,
    pointers: JSON.stringify(hook.pointers),
    types: hook.types.join(" ") || "all",
    ...(hook.forwardUrl === undefined ? {} : { forward_host: new URL(hook.forwardUrl).host }),
    ...(hook.events === undefined ? {} : {
      issuer: hook.events.issuer,
      audience: hook.events.audience.join(" "),
      jwks_host: new URL(hook.events.jwksUri).host,
      external_id_prefix: hook.events.externalIdPrefix || "none",
    }),
  };
}

/** Of another account it is as if there were none. */
function ownHook({ store }: Services, caller: Caller, id: string): Hook {
  const hook = store.hooks.find(id);
  if (hook === null || hook.account !== caller.account.id || !mayOpen(caller, "live")) throw notFound();
  return hook;
}

function notFound(): AppError {
  return new AppError("not_found", "there is no hook with this hook_id in your account");
}

/** The secret without what a sender writes before it. */
function readSecret(text: string): string {
  const bytes = parseWebhookSecret(text);
  if (bytes instanceof Uint8Array) return `whsec_${bytes.toBase64()}`;
  throw invalidField("/secret", bytes.reason);
}

/** Null: it stays as it is. @throws AppError invalid_value */
function newSecret({ hooks: { secrets } }: Services, kind: HookKind, given: HookChange) {
  if (kind === "ssf") {
    if (given.secret) throw invalidField("/secret", "a hook of kind ssf has none: give authorization");
    if (given.rotate) throw invalidField("/rotate", "a hook of kind ssf has no secret of its own");
    const { authorization } = given;
    return authorization === undefined ? null : secrets.sealed(readAuthorization(authorization ?? ""));
  }
  return given.secret || given.rotate ? secrets.made(given.secret ? readSecret(given.secret) : null) : null;
}

/** Null for hooks of other kinds. @throws AppError invalid_value */
async function readEvents(
  services: Services,
  { account }: Caller,
  kind: HookKind,
  given: HookChange,
  before: EventSource | null,
): Promise<EventSource | null> {
  if (kind === "ssf") return await readEventSource(services, account, given, before);
  refuseEventSource(kind, given);
  return null;
}

function missing(pointer: string, words: readonly string[]): never {
  throw invalidField(pointer, `must be one of ${words.join(", ")}`);
}

const MAX_URL_LENGTH = 2000;

/** @throws AppError invalid_value */
async function readForward(
  { webhooks: { sender } }: Services,
  { account }: Caller,
  kind: HookKind,
  text: string | null,
): Promise<string | null> {
  const refuse = (why: string) => invalidField("/forward_url", why);
  if (!isSendingKind(kind)) {
    if (text) throw refuse("is only for hooks of the kinds that send");
    return null;
  }
  const url = text && text.length <= MAX_URL_LENGTH ? URL.parse(text.trim()) : null;
  if (url === null) throw refuse("must be the absolute URL of what sends the message");
  const why = await sender.refusal(url.href, account.id);
  if (why !== null) throw refuse(why);
  return url.href;
}

function readPointers(kind: HookKind, given: NonNullable<HookOptions["pointers"]>): HookPointers {
  const pointers = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]));
  if ((kind === "supabase" || kind === "ssf" || isSendingKind(kind)) && pointers.length > 0) {
    throw invalidField("/pointers", `a hook of kind ${kind} has none: its messages have one form`);
  }
  for (const [field, pointer] of pointers) {
    if (isPointer(pointer)) continue;
    throw invalidField(`/pointers/${field}`, "must be a JSON Pointer such as /data/email (RFC 6901)");
  }
  return Object.fromEntries(pointers);
}
