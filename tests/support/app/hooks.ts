/** Hooks of a running app, and the services that send to them. */
import assert from "node:assert/strict";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import type { Answer, TestApp } from "./app.ts";
import type { RunningServer } from "../process/program.ts";

export interface MadeHook {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

/** A hook of the account of `key`. */
export async function makeHook(
  app: TestApp,
  options: Record<string, unknown> = {},
  key = app.live,
): Promise<MadeHook> {
  const json = { kind: "supabase", mode: "enforce", when_unsure: "refuse", ...options };
  const { status, body, text } = await app.ask("/v1/hooks", { json, key });
  assert.equal(status, 200, text);
  assert.ok(body.url.startsWith(`${app.origin}/hooks/`), body.url);
  return { id: body.hook_id, path: new URL(body.url).pathname, secret: body.secret };
}

export interface Sending {
  /** The package that signs; by default the one whose headers the kind of hook expects. */
  readonly as?: "standard" | "svix";
  readonly id?: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  readonly secrets?: readonly string[];
  /** What is between two signatures. */
  readonly between?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A message as its sender would send it. */
export function signedMessage(
  payload: unknown,
  {
    as = "standard",
    id = `msg_${crypto.randomUUID()}`,
    at = Date.now(),
    secrets = [],
    between = " ",
    headers,
  }: Sending,
): { raw: string; headers: Record<string, string> } {
  const raw = typeof payload === "string" ? payload : JSON.stringify(payload);
  const Package = as === "svix" ? SvixWebhook : StandardWebhook;
  const prefix = as === "svix" ? "svix" : "webhook";
  const signatures = secrets.map((secret) => new Package(secret).sign(id, new Date(at), raw));
  return {
    raw,
    headers: {
      "content-type": "application/json",
      [`${prefix}-id`]: id,
      [`${prefix}-timestamp`]: String(Math.floor(at / 1000)),
      [`${prefix}-signature`]: signatures.join(between),
      ...headers,
    },
  };
}

export async function send(
  app: TestApp,
  hook: MadeHook,
  payload: unknown,
  sending: Sending = {},
): Promise<Answer> {
  const message = signedMessage(payload, { secrets: [hook.secret], ...sending });
  return await app.ask(hook.path, { key: null, method: "POST", ...message });
}

/** The same to a server that is a process of its own. */
export async function sendTo(
  server: RunningServer,
  hook: MadeHook,
  payload: unknown,
  sending: Sending = {},
): Promise<Response> {
  const { raw, headers } = signedMessage(payload, { secrets: [hook.secret], ...sending });
  return await fetch(`${server.origin}${hook.path}`, { method: "POST", body: raw, headers });
}

/** As Supabase Auth sends it before it creates a user. */
export function supabase(user: Record<string, unknown>, metadata: Record<string, unknown> = {}) {
  return {
    metadata: {
      uuid: crypto.randomUUID(),
      time: "2026-11-21T10:00:00Z",
      name: "before-user-created",
      ip_address: "73.15.20.1",
      ...metadata,
    },
    user: {
      id: "ff7fc9ae-3b1b-4642-9241-64adb9848a03",
      aud: "authenticated",
      role: "",
      email: "",
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: {},
      identities: [],
      created_at: "0001-01-01T00:00:00Z",
      updated_at: "0001-01-01T00:00:00Z",
      is_anonymous: false,
      ...user,
    },
  };
}

/** As Clerk sends it when a user was created. */
export function clerk(email: string, data: Record<string, unknown> = {}) {
  return {
    type: "user.created",
    object: "event",
    data: {
      id: "user_29w83sxmDNGwOuEthce5gg56FcC",
      email_addresses: [
        { id: "idn_1", email_address: "other@gmail.com", verification: { status: "unverified" } },
        { id: "idn_2", email_address: email, verification: { status: "verified" } },
      ],
      primary_email_address_id: "idn_2",
      phone_numbers: [],
      primary_phone_number_id: null,
      external_accounts: [],
      ...data,
    },
    event_attributes: { http_request: { client_ip: "73.15.20.1", user_agent: "Mozilla/5.0" } },
    timestamp: 1654012591835,
    instance_id: "ins_2g7np7Hrk0SN6kj5EDMLDaKNL0S",
  };
}

/** The stored scores of the account of `key`, newest first. */
export async function hookScores(app: TestApp, key = app.live): Promise<Answer["body"][]> {
  const found = await app.ask("/v1/scores/search", { json: {}, key });
  assert.equal(found.status, 200, found.text);
  return found.body.results;
}

/** How the hook was used, by the list of hooks. */
export async function useOf(app: TestApp, { id }: MadeHook, key = app.live): Promise<Answer["body"]> {
  const { body } = await app.ask("/v1/hooks", { key });
  return body.hooks.find((hook: { hook_id: string }) => hook.hook_id === id).use;
}

export async function usedLookups(app: TestApp, key = app.live): Promise<number> {
  return (await app.ask("/v1/usage", { key })).body.used;
}
