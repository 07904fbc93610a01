/** The mail providers that people mistype, and the names in real use that only look mistyped. */
import PROVIDERS from "../../../data/mail_providers.txt" with { type: "text" };
import NAMES from "../../../data/known_domains.txt" with { type: "text" };
import { rowsOf } from "../../model/table_text.ts";
import { letterMask } from "../../model/edit_distance.ts";

export interface MailProvider {
  readonly name: string;
  readonly suffixes: readonly string[];
  /** Suffixes the provider owns without running mailboxes there. */
  readonly parked: ReadonlySet<string>;
  /** No other well-known organisation uses the name. */
  readonly distinctive: boolean;
  /** `letterMask` of the name. */
  readonly letters: number;
  /** 0 for the most used. */
  readonly rank: number;
}

export const MAIL_PROVIDERS: readonly MailProvider[] = rowsOf(PROVIDERS).map((line, rank) => {
  const [marked = "", ...suffixes] = line.split(" ");
  const distinctive = marked.startsWith("=");
  const name = distinctive ? marked.slice(1) : marked;
  return {
    name,
    letters: letterMask(name),
    suffixes: suffixes.map((suffix) => suffix.replace("~", "")),
    parked: new Set(suffixes.filter((suffix) => suffix.startsWith("~")).map((suffix) => suffix.slice(1))),
    distinctive,
    rank,
  };
});

const OWN: ReadonlySet<string> = new Set(
  MAIL_PROVIDERS.flatMap(({ name, suffixes, parked }) =>
    suffixes.filter((suffix) => !parked.has(suffix)).map((suffix) => `${name}.${suffix}`)
  ),
);
const EXCEPTIONS: ReadonlySet<string> = new Set(
  rowsOf(NAMES).flatMap((name) =>
    name.includes(".") ? [name] : [`${name}.com`, `${name}.net`, `${name}.org`]
  ),
);

/** The host is a provider's own. */
export function isProviderDomain(host: string): boolean {
  return OWN.has(host);
}

/** The host is a provider's own or a name in real use. */
export function isKnownDomain(host: string): boolean {
  return OWN.has(host) || EXCEPTIONS.has(host);
}
