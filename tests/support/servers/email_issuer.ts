/** An issuer of e-mail verification tokens on loopback, and a browser that presents them, with keys of the test. */
import { startHttpServer, type TestServer } from "./http_server.ts";

type Algorithm = "EdDSA" | "Ed25519" | "ES256" | "RS256";
type Members = Readonly<Record<string, unknown>>;

const WEB_CRYPTO = {
  EdDSA: { make: "Ed25519", sign: "Ed25519" },
  Ed25519: { make: "Ed25519", sign: "Ed25519" },
  ES256: { make: { name: "ECDSA", namedCurve: "P-256" }, sign: { name: "ECDSA", hash: "SHA-256" } },
  RS256: {
    make: {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-256",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    sign: "RSASSA-PKCS1-v1_5",
  },
} as const;

interface SigningKey {
  readonly alg: Algorithm;
  readonly private: CryptoKey;
  /** Public. */
  readonly jwk: Members;
}

export async function makeKey(alg: Algorithm): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey(WEB_CRYPTO[alg].make, true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const { key_ops: _o, ext: _e, alg: _a, ...jwk } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { alg, private: pair.privateKey, jwk };
}

/** What of an ordinary token is otherwise; undefined removes a member. */
export interface Presented {
  readonly email?: string;
  readonly nonce?: string;
  readonly origin?: string;
  /** Milliseconds. */
  readonly at?: number;
  readonly evt?: { readonly header?: Members; readonly claims?: Members; readonly key?: SigningKey };
  readonly kb?: { readonly header?: Members; readonly claims?: Members; readonly key?: SigningKey };
}

export const ORIGIN = "https://app.example.com";
export const NONCE = "nonce-of-the-page";

export class Issuer {
  /** What it signs with, and publishes. */
  key: SigningKey;
  readonly #host: string;
  readonly #kid: string | null;
  readonly #browser: SigningKey;
  #made = 0;

  private constructor(host: string, kid: string | null, key: SigningKey, browser: SigningKey) {
    this.#host = host;
    this.#kid = kid;
    this.key = key;
    this.#browser = browser;
  }

  /** @param kid null: keys and tokens have none, as Gmail's */
  static async open(
    host: string,
    { alg = "EdDSA", browser = alg, kid = null }: {
      alg?: Algorithm;
      browser?: Algorithm;
      kid?: string | null;
    } = {},
  ): Promise<Issuer> {
    return new Issuer(host, kid, await makeKey(alg), await makeKey(browser));
  }

  get metadata(): Members {
    return {
      issuer: `https://${this.#host}`,
      issuance_endpoint: `https://${this.#host}/issue`,
      jwks_uri: `https://${this.#host}/jwks.json`,
      signing_alg_values_supported: [this.key.alg],
    };
  }

  get keys(): Members {
    return {
      keys: [{ ...this.key.jwk, alg: this.key.alg, ...(this.#kid === null ? {} : { kid: this.#kid }) }],
    };
  }

  /** A token, new each time. */
  async present(given: Presented = {}): Promise<string> {
    const { email = "jane@gmail.com", nonce = NONCE, origin = ORIGIN, at = Date.now() } = given;
    const iat = Math.floor(at / 1000);
    const key = given.evt?.key ?? this.key;
    const evt = await signed(
      {
        typ: "evt+jwt",
        alg: key.alg,
        ...(this.#kid === null ? {} : { kid: this.#kid }),
        ...given.evt?.header,
      },
      {
        iss: this.#host,
        iat,
        cnf: { jwk: { ...this.#browser.jwk, alg: this.#browser.alg } },
        email,
        email_verified: true,
        jti: `${++this.#made}`,
        ...given.evt?.claims,
      },
      key,
    );
    return await this.bind(evt, { ...given, nonce, origin, at });
  }

  /** An issuer's part presented by the browser. */
  async bind(evt: string, { nonce, origin, at = Date.now(), kb }: Presented): Promise<string> {
    const key = kb?.key ?? this.#browser;
    const claims = {
      aud: origin,
      nonce,
      iat: Math.floor(at / 1000),
      sd_hash: await sha256(`${evt}~`),
      ...kb?.claims,
    };
    return `${evt}~${await signed({ typ: "kb+jwt", alg: key.alg, ...kb?.header }, claims, key)}`;
  }
}

/** Serves the two documents; `answers` replaces what a path answers. */
export function startIssuer(
  issuer: Issuer,
  answers: Readonly<Record<string, () => Response>> = {},
): TestServer {
  return startHttpServer((request) => {
    const { pathname } = new URL(request.url);
    const answer = answers[pathname];
    if (answer !== undefined) return answer();
    if (pathname === METADATA_PATH) return Response.json(issuer.metadata);
    return pathname === KEYS_PATH ? Response.json(issuer.keys) : new Response(null, { status: 404 });
  });
}

export const METADATA_PATH = "/.well-known/email-verification";
export const KEYS_PATH = "/jwks.json";

async function signed(header: Members, claims: Members, key: SigningKey): Promise<string> {
  const text = `${part(header)}.${part(claims)}`;
  const signature = await crypto.subtle.sign(WEB_CRYPTO[key.alg].sign, key.private, bytes(text));
  return `${text}.${base64url(new Uint8Array(signature))}`;
}

async function sha256(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(text))));
}

const bytes = (text: string) => new TextEncoder().encode(text);
const part = (members: Members) => base64url(bytes(JSON.stringify(members)));
const base64url = (value: Uint8Array) => value.toBase64({ alphabet: "base64url", omitPadding: true });
