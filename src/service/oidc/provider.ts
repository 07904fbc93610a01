/**
 * The identity provider: authorization code with PKCE (OpenID Connect Core 1.0, RFC 7636, RFC 9207). The library checks state,
 * issuer, audience, nonce, times and signature; what it leaves to its callers is checked here.
 */
import * as oauth from "oauth4webapi";
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { type Claims, hasClaim, type RoleClaim } from "../../model/access/role_claim.ts";
import { isLoopbackHost } from "../../model/address/loopback.ts";
import { HOUR_MS } from "../../model/duration.ts";
import type { Flow } from "./flow.ts";

interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  readonly roles: RoleClaim;
  /** Throws ProviderError when there is no answer. */
  readonly fetch: (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: unknown },
  ) => Promise<Response>;
  readonly now: () => number;
}

/** Why a sign-in came to nothing: for the log, without anything that the provider or the visitor sent. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly kind: "unreachable" | "denied" | "unverified";

  /** @param kind `denied`: the provider itself said no */
  constructor(kind: ProviderError["kind"], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

const METADATA_MS = HOUR_MS;
const FAILURE_MS = 5_000;
/** Of the times in a token, but for its end. */
const TOLERANCE_SECONDS = 30;
const MAX_SUBJECT_CHARS = 255;

type Metadata = oauth.AuthorizationServer;

export class Provider {
  readonly #options: ProviderOptions;
  readonly #metadata: TtlCache<Metadata | ProviderError>;

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#metadata = new TtlCache({ max: 1, now: options.now });
  }

  get issuer(): string {
    return this.#options.issuer;
  }

  /** Where the browser signs in. @throws ProviderError */
  async signInUrl(flow: Flow): Promise<string> {
    const metadata = await this.#found();
    return await this.#judged(async () => {
      const url = this.#signInPage(metadata);
      const query = {
        client_id: this.#options.clientId,
        response_type: "code",
        redirect_uri: flow.redirectUri,
        scope: scopesOf(metadata),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    });
  }

  /**
   * Who signed in.
   * @param answer what the provider sent the browser back with
   * @throws ProviderError
   */
  async identify(flow: Flow, answer: URLSearchParams): Promise<Claims & { readonly sub: string }> {
    const metadata = await this.#found();
    return await this.#judged(async () => {
      const { client, request } = this.#client();
      const code = oauth.validateAuthResponse(metadata, client, answer, flow.state);
      const response = await oauth.authorizationCodeGrantRequest(
        metadata,
        client,
        this.#authentication(metadata),
        code,
        flow.redirectUri,
        flow.verifier,
        request,
      );
      const checks = { expectedNonce: flow.nonce, requireIdToken: true };
      const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, response, checks);
      await oauth.validateApplicationLevelSignature(metadata, response, request);
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (claims === undefined) throw new ProviderError("unverified", "no identity token");
      const { sub, exp } = claims;
      if (exp * 1000 <= this.#options.now()) throw new ProviderError("unverified", "the token has expired");
      if (sub === "" || sub.length > MAX_SUBJECT_CHARS) {
        throw new ProviderError("unverified", "unusable `sub`");
      }
      return together(await this.#furtherClaims(metadata, claims, tokens.access_token), claims);
    });
  }

  /** What the token leaves out and the provider answers at its own endpoint: many keep groups and addresses there. */
  async #furtherClaims(metadata: Metadata, claims: oauth.IDToken, accessToken: string): Promise<Claims> {
    const isWhole = hasClaim(this.#options.roles, claims) && claims.email !== undefined;
    if (isWhole || metadata.userinfo_endpoint === undefined) return {};
    const { client, request } = this.#client();
    const response = await oauth.userInfoRequest(metadata, client, accessToken, request);
    // A signed answer's signature would have to be checked too; nobody is asked for one.
    if (!/^application\/json(;|$)/i.test(response.headers.get("content-type") ?? "")) {
      throw new ProviderError("unverified", "the user information is not JSON");
    }
    return await oauth.processUserInfoResponse(metadata, client, claims.sub, response);
  }

  #found(): Promise<Metadata> {
    return this.#metadata.get("", async () => {
      try {
        return { value: await this.#judged(() => this.#discover()), ttlMs: METADATA_MS };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return { value: error, ttlMs: FAILURE_MS };
      }
    }).then((found) => {
      if (found instanceof ProviderError) throw found;
      return found;
    });
  }

  async #discover(): Promise<Metadata> {
    const issuer = new URL(this.#options.issuer);
    const { request } = this.#client();
    const response = await oauth.discoveryRequest(issuer, { ...request, algorithm: "oidc" });
    const metadata = await oauth.processDiscoveryResponse(issuer, response);
    if (metadata.code_challenge_methods_supported?.includes("S256") === false) {
      throw new ProviderError("unverified", "the provider does not support PKCE with S256");
    }
    return metadata;
  }

  #client() {
    const { clientId, issuer, fetch, now } = this.#options;
    const client: oauth.Client = {
      client_id: clientId,
      [oauth.clockSkew]: Math.round((now() - Date.now()) / 1000),
      [oauth.clockTolerance]: TOLERANCE_SECONDS,
    };
    const request = {
      [oauth.customFetch]: fetch,
      [oauth.allowInsecureRequests]: new URL(issuer).protocol === "http:",
    };
    return { client, request };
  }

  #authentication({ token_endpoint_auth_methods_supported: methods }: Metadata): oauth.ClientAuth {
    const { clientSecret } = this.#options;
    if (clientSecret === null) return oauth.None();
    const asForm = methods?.includes("client_secret_basic") === false &&
      methods.includes("client_secret_post");
    return asForm ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
  }

  /** As strict as the requests of this service are, though it is the browser that goes there. */
  #signInPage({ authorization_endpoint: given }: Metadata): URL {
    const url = URL.parse(given ?? "");
    const mayBePlain = url !== null && new URL(this.#options.issuer).protocol === "http:" &&
      isLoopbackHost(url.hostname);
    if (url === null || !(url.protocol === "https:" || (url.protocol === "http:" && mayBePlain))) {
      throw new ProviderError("unverified", "the provider has no usable authorization endpoint");
    }
    return url;
  }

  /** Does the work, and makes a ProviderError of what the library or the connection throws. */
  async #judged<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof ProviderError ? error : toProviderError(error);
    }
  }
}

/** The token comes first. Whether an address is verified is a word on the address of the same answer. */
function together(further: Claims, token: oauth.IDToken): Claims & { readonly sub: string } {
  const { email_verified: _, ...rest } = further;
  return { ...token.email === undefined ? further : rest, ...token };
}

/** `groups` is asked for where the provider knows such a scope; elsewhere the claims of a client are configured there. */
function scopesOf({ scopes_supported: known }: Metadata): string {
  return ["openid", "email", "profile", ...known?.includes("groups") ? ["groups"] : []].join(" ");
}

/** A code of RFC 6749 is shown in the log; other texts of the provider are not. */
function codeOf(text: string): string {
  return /^[a-z_]{1,40}$/.test(text) ? text : "an error without a known code";
}

function toProviderError(error: unknown): ProviderError {
  if (error instanceof oauth.AuthorizationResponseError) {
    return new ProviderError("denied", `the provider answered ${codeOf(error.error)}`);
  }
  if (error instanceof oauth.ResponseBodyError) {
    return new ProviderError("unverified", `the provider refused the code: ${codeOf(error.error)}`);
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return new ProviderError("unverified", error.message);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return new ProviderError("unverified", "the provider refused this service");
  }
  // Of keys and tokens that are not what they should be, the runtime throws errors of many types.
  return new ProviderError(
    "unverified",
    `an answer that cannot be read (${error instanceof Error ? error.name : "unknown"})`,
  );
}
