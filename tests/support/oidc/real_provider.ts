/** npm:oidc-provider on loopback: a certified implementation with its own sign-in and consent pages. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-types="./oidc_provider.d.ts"
import Provider from "oidc-provider";

interface RealProvider extends AsyncDisposable {
  readonly issuer: string;
}

interface RealPerson {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly groups?: readonly string[];
}

/** Signs in whoever is named by the login; claims are answered by its user information endpoint, as it does by default. */
export async function startRealProvider(
  { people, redirectUris, clientSecret }: {
    readonly people: Readonly<Record<string, RealPerson>>;
    readonly redirectUris: readonly string[];
    readonly clientSecret: string;
  },
): Promise<RealProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: "winnow", client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "email", "profile", "groups"],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => {
      const person = people[id];
      return person === undefined ? undefined : { accountId: id, claims: () => ({ sub: id, ...person }) };
    },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
