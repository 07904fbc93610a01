/** A small OpenID Connect provider on loopback that a test can make lie: in its metadata, its tokens, its keys and its answers. */
import { startHttpServer, type TestServer } from "../servers/http_server.ts";

type Json = Record<string, unknown>;

/** What a test changes. What is left out is honest. */
export interface Lies {
  readonly metadata?: Json;
  /** Over the claims of an honest token; undefined removes one. */
  readonly claims?: Json;
  readonly header?: Json;
  /** Of user information, in place of the claims. */
  readonly userInfo?: Json;
  /** Changes the token as it was signed. */
  readonly token?: (token: string) => string;
  /** Signs with a key that is not among the published ones. */
  readonly foreignKey?: true;
  /** Added to what the browser is sent back with. */
  readonly answer?: Readonly<Record<string, string>>;
  /** In place of the answer of an address. */
  readonly responses?: Readonly<Record<string, () => Response | Promise<Response>>>;
}

export interface HostileProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly seen: string[];
  lies: Lies;
  /** Of whoever signs in next. */
  person: Json;
  /** True: it shows a page of its own before the browser is sent back. */
  asks: boolean;
}

const KID = "key-1";
const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

/** Made once for all providers of a test process: it takes a second. */
let keys: Promise<[own: CryptoKeyPair, foreign: CryptoKeyPair]> | null = null;

export async function startHostileProvider(path = ""): Promise<HostileProvider> {
  const [own, foreign] = await (keys ??= Promise.all([newKey(), newKey()]));
  const jwk = { ...await crypto.subtle.exportKey("jwk", own.publicKey), kid: KID, use: "sig", alg: "RS256" };
  const codes = new Map<string, { nonce: string; challenge: string; redirect: string; clientId: string }>();
  const server: TestServer = startHttpServer(answer);
  const issuer = `${server.url}${path}`;
  const folder = path.replace(/\/$/, "");
  const base = `${server.url}${folder}`;
  const provider: HostileProvider = {
    issuer,
    seen: server.seen,
    lies: {},
    asks: false,
    person: {
      sub: "anna-1",
      email: "anna@corp.example",
      email_verified: true,
      name: "Anna",
      groups: ["fraud-team"],
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const at = url.pathname.slice(folder.length);
    const own = provider.lies.responses?.[at];
    if (own !== undefined) return await own();
    if (at === "/.well-known/openid-configuration") return Response.json(metadata());
    if (at === "/jwks") return Response.json({ keys: [jwk] });
    if (at === "/authorize") return authorize(url.searchParams);
    if (at === "/token") return await token(request);
    if (at === "/userinfo") return Response.json(provider.lies.userInfo ?? provider.person);
    return new Response(null, { status: 404 });
  }

  function metadata(): Json {
    return {
      issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/jwks`,
      userinfo_endpoint: `${base}/userinfo`,
      response_types_supported: ["code"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
      ...provider.lies.metadata,
    };
  }

  function authorize(query: URLSearchParams): Response {
    const code = crypto.randomUUID();
    const redirect = query.get("redirect_uri")!;
    codes.set(code, {
      nonce: query.get("nonce")!,
      challenge: query.get("code_challenge")!,
      redirect,
      clientId: query.get("client_id")!,
    });
    const back = new URL(redirect);
    const sent = { code, state: query.get("state")!, ...provider.lies.answer };
    for (const [name, value] of Object.entries(sent)) back.searchParams.set(name, value);
    if (!provider.asks) return new Response(null, { status: 302, headers: { location: back.href } });
    const page = `<!doctype html><title>Provider</title><a href="${
      back.href.replaceAll("&", "&amp;")
    }">It is me</a>`;
    return new Response(page, { headers: { "content-type": "text/html" } });
  }

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const given = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = base64Url(
      new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(form.get("code_verifier") ?? ""))),
    );
    if (given === undefined || given.challenge !== challenge || given.redirect !== form.get("redirect_uri")) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    const now = Math.floor(Date.now() / 1000);
    const { lies, person } = provider;
    const claims = {
      iss: issuer,
      aud: given.clientId,
      iat: now,
      exp: now + 300,
      nonce: given.nonce,
      ...person,
      ...lies.claims,
    };
    const header = { alg: "RS256", kid: KID, ...lies.header };
    const text = `${encoded(header)}.${encoded(claims)}`;
    const key = lies.foreignKey ? foreign.privateKey : own.privateKey;
    const signature = new Uint8Array(await crypto.subtle.sign(ALGORITHM.name, key, bytes(text)));
    const idToken = `${text}.${header.alg === "none" ? "" : base64Url(signature)}`;
    return Response.json({
      access_token: "access",
      token_type: "Bearer",
      expires_in: 60,
      id_token: lies.token?.(idToken) ?? idToken,
    });
  }

  return provider;
}

/** A token whose claims were changed after it was signed. */
export function tampered(token: string, claims: Json): string {
  const [header, payload, signature] = token.split(".");
  const given = JSON.parse(atob(payload!.replaceAll("-", "+").replaceAll("_", "/")));
  return `${header}.${encoded({ ...given, ...claims })}.${signature}`;
}

async function newKey(): Promise<CryptoKeyPair> {
  const size = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  return await crypto.subtle.generateKey({ ...ALGORITHM, ...size }, true, ["sign", "verify"]);
}

function encoded(value: unknown): string {
  return base64Url(bytes(JSON.stringify(value)));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64Url(given: Uint8Array): string {
  return given.toBase64({ alphabet: "base64url", omitPadding: true });
}
