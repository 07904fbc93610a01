/** An issuer of security event tokens on loopback, and hooks that take them. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { startHttpServer, type TestServer } from "../servers/http_server.ts";
import type { Answer, TestApp } from "./app.ts";
import type { MadeHook } from "./hooks.ts";

export const RISC = "https://schemas.openid.net/secevent/risc/event-type/";
export const CAEP = "https://schemas.openid.net/secevent/caep/event-type/";
export const SSF = "https://schemas.openid.net/secevent/ssf/event-type/";
export const ISSUER = "https://issuer.example/";
export const AUDIENCE = "https://receiver.example";
/** The issuer is on this machine. */
export const ENV = { WINNOW_OFFLINE: "false", WINNOW_EGRESS_ALLOW: "127.0.0.0/8" };

const RS256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

interface SigningKey {
  readonly kid: string;
  readonly alg: "RS256" | "ES256";
  readonly pair: CryptoKeyPair;
}

export async function signingKey(
  kid: string,
  alg: SigningKey["alg"] = "RS256",
  modulusLength = 2048,
): Promise<SigningKey> {
  const made = alg === "RS256"
    ? { ...RS256, modulusLength, publicExponent: new Uint8Array([1, 0, 1]) }
    : ES256;
  const pair = await crypto.subtle.generateKey(made, true, ["sign", "verify"]) as CryptoKeyPair;
  return { kid, alg, pair };
}

export async function publicJwk({ kid, alg, pair }: SigningKey): Promise<JsonWebKey> {
  const jwk = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { ...jwk, kid, alg, use: "sig" } as JsonWebKey;
}

export interface Token {
  readonly header?: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
}

/** As a sender makes it: with an account of which something is told, the claims and the header of SSF 1.0. */
export function token(
  type: string,
  subject: unknown,
  event: Record<string, unknown> = {},
  now = Date.now(),
): Token & { readonly claims: Record<string, unknown> } {
  return {
    claims: {
      iss: ISSUER,
      jti: crypto.randomUUID(),
      iat: Math.floor(now / 1000),
      aud: AUDIENCE,
      sub_id: subject,
      events: { [type]: event },
    },
  };
}

export const issSub = (sub: string, iss = ISSUER) => ({ format: "iss_sub", iss, sub });

export class EventIssuer {
  readonly server: TestServer;
  readonly key: SigningKey;
  readonly #published: SigningKey[];
  /** What is answered in place of the keys. */
  failing: (() => Response) | null = null;

  private constructor(key: SigningKey) {
    this.key = key;
    this.#published = [key];
    this.server = startHttpServer(async () =>
      this.failing?.() ?? Response.json({ keys: await Promise.all(this.#published.map(publicJwk)) })
    );
  }

  static async start(alg: SigningKey["alg"] = "RS256"): Promise<EventIssuer> {
    return new EventIssuer(await signingKey("k1", alg));
  }

  get jwksUri(): string {
    return `${this.server.url}/jwks`;
  }

  /** How often the keys were asked for. */
  get fetches(): number {
    return this.server.seen.length;
  }

  publish(key: SigningKey): void {
    this.#published.push(key);
  }

  async sign({ header = {}, claims }: Token, key = this.key): Promise<string> {
    const head = { typ: "secevent+jwt", alg: key.alg, kid: key.kid, ...header };
    const signed = `${part(head)}.${part(claims)}`;
    const signature = await crypto.subtle.sign(
      key.alg === "RS256" ? RS256 : ES256,
      key.pair.privateKey,
      new TextEncoder().encode(signed),
    );
    return `${signed}.${base64url(new Uint8Array(signature))}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

/** With the text of the public key as the secret: what a receiver takes that believes `alg`. */
export function hmacToken({ claims }: Token, secret: string): string {
  const signed = `${part({ typ: "secevent+jwt", alg: "HS256", kid: "k1" })}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

export function unsigned({ header = {}, claims }: Token): string {
  return `${part({ typ: "secevent+jwt", alg: "none", ...header })}.${part(claims)}.`;
}

export function part(value: unknown): string {
  return base64url(new TextEncoder().encode(JSON.stringify(value)));
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

export async function makeEventHook(
  app: TestApp,
  issuer: EventIssuer,
  options: Record<string, unknown> = {},
  key = app.live,
): Promise<MadeHook> {
  const json = {
    kind: "ssf",
    issuer: ISSUER,
    audience: AUDIENCE,
    jwks_uri: issuer.jwksUri,
    external_id_prefix: "ext:",
    ...options,
  };
  const { status, body, text } = await app.ask("/v1/hooks", { json, key });
  assert.equal(status, 200, text);
  assert.equal(body.url, `${app.origin}/hooks/ssf/${body.hook_id}`);
  return { id: body.hook_id, path: new URL(body.url).pathname, secret: "" };
}

/** Pushes what was signed. */
export async function pushText(
  app: TestApp,
  hook: MadeHook,
  raw: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return await app.ask(hook.path, {
    key: null,
    method: "POST",
    raw,
    headers: { "content-type": "application/secevent+jwt", ...headers },
  });
}

export async function push(app: TestApp, hook: MadeHook, issuer: EventIssuer, made: Token): Promise<Answer> {
  return await pushText(app, hook, await issuer.sign(made));
}
