/** Agents for tests: keys, a signer that is independent of the code under test, and a key directory on loopback. */
import { startHttpServer, type TestServer } from "./http_server.ts";

export interface AgentKey {
  readonly thumbprint: string;
  readonly publicJwk: JsonWebKey;
  readonly privateJwk: JsonWebKey;
  sign(text: string): Promise<Uint8Array>;
}

type Kind = "ed25519" | "rsa-pss-sha512" | "rsa-v1_5-sha256" | "ecdsa-p256-sha256" | "ecdsa-p384-sha384";

const RSA = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const GENERATE: Record<Kind, AlgorithmIdentifier | RsaHashedKeyGenParams | EcKeyGenParams> = {
  "ed25519": { name: "Ed25519" },
  "rsa-pss-sha512": { name: "RSA-PSS", hash: "SHA-512", ...RSA },
  "rsa-v1_5-sha256": { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", ...RSA },
  "ecdsa-p256-sha256": { name: "ECDSA", namedCurve: "P-256" },
  "ecdsa-p384-sha384": { name: "ECDSA", namedCurve: "P-384" },
};
const SIGN: Record<Kind, AlgorithmIdentifier | RsaPssParams | EcdsaParams> = {
  "ed25519": { name: "Ed25519" },
  "rsa-pss-sha512": { name: "RSA-PSS", saltLength: 64 },
  "rsa-v1_5-sha256": { name: "RSASSA-PKCS1-v1_5" },
  "ecdsa-p256-sha256": { name: "ECDSA", hash: "SHA-256" },
  "ecdsa-p384-sha384": { name: "ECDSA", hash: "SHA-384" },
};

export async function makeAgentKey(kind: Kind = "ed25519", modulusLength = 2048): Promise<AgentKey> {
  const algorithm = { ...GENERATE[kind] as RsaHashedKeyGenParams };
  if (kind.startsWith("rsa")) algorithm.modulusLength = modulusLength;
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as CryptoKeyPair;
  const { kty, crv, x, y, n, e } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const publicJwk = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as JsonWebKey;
  return {
    thumbprint: await referenceThumbprint(publicJwk),
    publicJwk,
    privateJwk: await crypto.subtle.exportKey("jwk", pair.privateKey),
    sign: async (text) =>
      new Uint8Array(await crypto.subtle.sign(SIGN[kind], pair.privateKey, new TextEncoder().encode(text))),
  };
}

/** RFC 7638 by hand: the members are written out in order instead of being chosen by a table. */
export async function referenceThumbprint(jwk: JsonWebKey): Promise<string> {
  const text = jwk.kty === "OKP"
    ? `{"crv":"${jwk.crv}","kty":"OKP","x":"${jwk.x}"}`
    : jwk.kty === "EC"
    ? `{"crv":"${jwk.crv}","kty":"EC","x":"${jwk.x}","y":"${jwk.y}"}`
    : jwk.kty === "oct"
    ? `{"k":"${jwk.k}","kty":"oct"}`
    : `{"e":"${jwk.e}","kty":"RSA","n":"${jwk.n}"}`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...digest)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export interface SignGiven {
  readonly key: AgentKey;
  /** Seconds. */
  readonly now: number;
  readonly method?: string;
  readonly url?: string;
  /** `Signature-Agent` as sent; null sends none. */
  readonly agent?: string | null;
  /** `[identifier as written in the signature base, its value]`; the default covers authority, method, path and the agent. */
  readonly covered?: readonly (readonly [identifier: string, value: string])[];
  /** The text after the inner list; the default has created, expires, keyid and tag. */
  readonly parameters?: string;
  readonly label?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SignedAgentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
}

export const AGENT_HOST = "agent.example";

export function parametersOf(key: AgentKey, now: number, extra = ""): string {
  return `;created=${now};expires=${now + 60};keyid="${key.thumbprint}";tag="web-bot-auth"${extra}`;
}

/** Writes the signature base from the components that the caller gives. */
export async function signAgentRequest(given: SignGiven): Promise<SignedAgentRequest> {
  const { key, now, label = "sig1", method = "GET", url = "https://shop.example/path?q=1" } = given;
  const agent = given.agent === undefined ? `${label}="https://${AGENT_HOST}"` : given.agent;
  const target = new URL(url);
  const covered = given.covered ?? [
    ['"@authority"', target.host],
    ['"@method"', method],
    ['"@path"', target.pathname],
    [`"signature-agent";key="${label}"`, `"https://${AGENT_HOST}"`],
  ];
  const input = `(${covered.map(([identifier]) => identifier).join(" ")})${
    given.parameters ?? parametersOf(key, now)
  }`;
  const base = [
    ...covered.map(([identifier, value]) => `${identifier}: ${value}`),
    `"@signature-params": ${input}`,
  ].join("\n");
  const signature = btoa(String.fromCharCode(...await key.sign(base)));
  return {
    method,
    url,
    headers: {
      ...given.headers,
      "Signature-Input": `${label}=${input}`,
      "Signature": `${label}=:${signature}:`,
      ...(agent === null ? {} : { "Signature-Agent": agent }),
    },
  };
}

export interface KeyDirectory extends TestServer {
  /** What every path answers; a test changes it. */
  answer: (request: Request) => Response | Promise<Response>;
  /** `Accept` of each request in the order they came. */
  readonly accepted: (string | null)[];
}

export const DIRECTORY_TYPE = "application/http-message-signatures-directory+json";

/** Serves a JWK Set of the keys, with further members of the document. */
export function startKeyDirectory(
  keys: readonly (AgentKey | object)[],
  extra: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): KeyDirectory {
  const accepted: (string | null)[] = [];
  const jwks = keys.map((key) => "publicJwk" in key ? key.publicJwk : key);
  const directory = {
    accepted,
    answer: () => directoryResponse({ keys: jwks, ...extra }, headers),
  } as unknown as KeyDirectory;
  const server = startHttpServer((request) => {
    accepted.push(request.headers.get("accept"));
    return directory.answer(request);
  });
  return Object.assign(directory, server);
}

export function directoryResponse(
  document: unknown,
  headers: Record<string, string> = {},
  status = 200,
): Response {
  return new Response(JSON.stringify(document), {
    status,
    headers: { "content-type": DIRECTORY_TYPE, ...headers },
  });
}
