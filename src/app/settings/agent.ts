/** The settings about agents; rows of the table in `config.ts`. */
import { keySets, overrides, setting } from "./setting.ts";

export const AGENT_SETTINGS = {
  agentDirectoryOverrides: setting({
    name: "WINNOW_AGENT_DIRECTORY_OVERRIDES",
    default: "{}",
    about:
      'JSON `{"host": "base URL"}`: fetches the key directory of a host from there instead of `https://host`',
    parse: overrides,
  }),
  emailIssuerOverrides: setting({
    name: "WINNOW_EMAIL_ISSUER_OVERRIDES",
    default: "{}",
    about:
      'JSON `{"host": "base URL"}`: fetches the metadata and keys of an issuer of e-mail verification tokens from there instead of `https://host`; which issuers count stays the same',
    parse: overrides,
  }),
  agentKeysets: setting({
    name: "WINNOW_AGENT_KEYSETS",
    default: "{}",
    about:
      'JSON `{"visa-tap": "https://…/jwks", "mastercard-agent-pay": "https://…"}`: where the keys of agent profiles are published whose requests name no directory',
    parse: keySets,
  }),
};
