/** The part of npm:oidc-provider that the tests use; the package has no types. */
import type { RequestListener } from "node:http";

interface Configuration {
  readonly clients: readonly {
    readonly client_id: string;
    readonly client_secret: string;
    readonly redirect_uris: readonly string[];
  }[];
  readonly claims: Readonly<Record<string, readonly string[]>>;
  readonly scopes: readonly string[];
  readonly pkce: { readonly required: () => boolean };
  readonly features: { readonly devInteractions: { readonly enabled: boolean } };
  readonly findAccount: (
    context: unknown,
    id: string,
  ) => { readonly accountId: string; readonly claims: () => object } | undefined;
}

export default class Provider {
  constructor(issuer: string, configuration: Configuration);
  callback(): RequestListener;
}
