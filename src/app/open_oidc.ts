/** Signing in with an identity provider, where the settings name one. */
import { isLoopbackHost } from "../model/address/loopback.ts";
import { type Log, sentences } from "../model/log.ts";
import { HttpFailed, HttpRefused } from "../net/http/http_client.ts";
import type { HttpClientOptions } from "../net/http/http_client.ts";
import { oidcFetch, openOidcHttp } from "../net/http/oidc_fetch.ts";
import { Seal } from "../records/seal.ts";
import type { Services } from "../service/context.ts";
import { Provider, ProviderError } from "../service/oidc/provider.ts";
import { ProviderSignIn } from "../service/oidc/sign_in.ts";
import type { Keyring } from "./keyring.ts";
import type { Config } from "./settings/config.ts";
import { SettingError } from "./settings/setting.ts";

interface OpenedOidc {
  readonly signIn: ProviderSignIn;
  close(): Promise<void>;
}

/** @returns null: none is set up @throws SettingError when the settings are not complete */
export function openOidc(
  {
    oidcIssuer: issuer,
    oidcClientId: clientId,
    oidcClientSecret: clientSecret,
    oidcRoles: roles,
    oidcAccount,
  }: Config,
  services: Services,
  options: HttpClientOptions,
  keyring: Keyring,
  log: Log,
): OpenedOidc | null {
  if (issuer === null) return null;
  if (clientId === null) {
    throw new SettingError("WINNOW_OIDC_ISSUER is set, so WINNOW_OIDC_CLIENT_ID must be too");
  }
  if (roles === null) {
    throw new SettingError(
      "WINNOW_OIDC_ISSUER is set, so WINNOW_OIDC_ROLES must say which claim gives which role",
    );
  }
  const onLoopback = isLoopbackHost(new URL(issuer).hostname);
  const http = openOidcHttp(options, onLoopback);
  const send = oidcFetch(http, onLoopback);
  const provider = new Provider({
    issuer,
    clientId,
    clientSecret,
    roles,
    fetch: (url, init) =>
      send(url, init).catch((error) => {
        throw error instanceof HttpFailed || error instanceof HttpRefused
          ? new ProviderError("unreachable", error.message)
          : error;
      }),
    now: services.now,
  });
  const signIn = new ProviderSignIn({
    services,
    provider,
    roles,
    account: oidcAccount,
    seal: new Seal(keyring.secret, "oidc", keyring.previous),
    log: sentences(log, "warn", "provider_sign_in"),
  });
  return { signIn, close: () => http.close() };
}
