/** The settings of signing in with an identity provider; rows of the table in `config.ts`. */
import { parseRoleClaim } from "../../model/access/role_claim.ts";
import { isLoopbackHost } from "../../model/address/loopback.ts";
import { optional, setting } from "./setting.ts";

export const OIDC_SETTINGS = {
  oidcIssuer: setting({
    name: "WINNOW_OIDC_ISSUER",
    shown: "none",
    about:
      "Issuer of the OpenID Connect provider that people of one account sign in with, written exactly as the provider does; `http` on this machine only. See `/docs/provider`",
    parse: issuer,
  }),
  oidcClientId: setting({
    name: "WINNOW_OIDC_CLIENT_ID",
    shown: "none",
    about: "Id of this service at the provider",
    parse: optional,
  }),
  oidcClientSecret: setting({
    name: "WINNOW_OIDC_CLIENT_SECRET",
    shown: "none",
    secret: true,
    about: "Secret of this service at the provider; none for a public client",
    parse: optional,
  }),
  oidcRoles: setting({
    name: "WINNOW_OIDC_ROLES",
    shown: "none",
    about:
      "Which values of a claim give which role: `groups:winnow-owners=owner,fraud-team=analyst`. A claim inside others is named by its path (`realm_access.roles`). Whoever has none of the values is refused",
    parse: parseRoleClaim,
  }),
  oidcAccount: setting({
    name: "WINNOW_OIDC_ACCOUNT",
    shown: "the first account",
    about: "Name or id of the account whose people sign in with the provider",
    parse: optional,
  }),
};

/** The path keeps its slash at the end: an issuer is compared as it is. */
function issuer(text: string): string | null {
  if (text === "") return null;
  const url = URL.parse(text);
  const isPlain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (
    url === null || !isPlain ||
    !(url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname)))
  ) {
    throw new Error("an https URL without user name, query and fragment (http on this machine only)");
  }
  return text;
}
