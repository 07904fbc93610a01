/** What an operator publishes about its agent: in the directory document, or in the card that a `type=cimd` member names. */
import { asObject, type JsonObject } from "../../../model/json.ts";

/** Claims of the operator, which do not affect verification. */
export interface Card {
  readonly name: string | null;
  readonly purpose: string | null;
  readonly trigger: "fetcher" | "crawler" | null;
  readonly rateExpectation: string | null;
  /** The operator publishes more about the agent than its keys. */
  readonly published: boolean;
}

const MAX_TEXT = 200;

/** Members of the registry drafts that make a directory a card. */
const CARD_MEMBERS = (
  "client_name client_uri logo_uri contacts expected-user-agent known-urls ips_uri purpose rate-control " +
  "rate-expectation rfc9309-compliance rfc9309-product-token signature_agent targeted-content trigger web_bot_auth"
).split(" ");

/** @param documents the card if one was fetched, then the directory document; the first that has a member wins */
export function readCard(documents: readonly JsonObject[], fetchedCard: boolean): Card {
  const sources = documents.flatMap((document) => {
    const bot = asObject(document["web_bot_auth"]);
    return bot === null ? [document] : [bot, document];
  });
  const trigger = firstText(sources, "trigger");
  return {
    name: firstText(sources, "client_name"),
    purpose: firstText(sources, "purpose", firstString),
    trigger: trigger === "fetcher" || trigger === "crawler" ? trigger : null,
    rateExpectation: firstText(sources, "rate-expectation"),
    published: fetchedCard ||
      documents.some((document) => CARD_MEMBERS.some((name) => Object.hasOwn(document, name))),
  };
}

function firstText(
  sources: readonly JsonObject[],
  name: string,
  read: (value: unknown) => string | null = (value) => typeof value === "string" ? value : null,
): string | null {
  for (const source of sources) {
    const text = cleaned(read(source[name]));
    if (text !== null) return text;
  }
  return null;
}

/** The drafts let `purpose` be one string or several. */
function firstString(value: unknown): string | null {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.find((entry) => typeof entry === "string") ?? null;
}

/** Without control and invisible direction characters, at most 200 characters; null when nothing remains. */
function cleaned(text: string | null): string | null {
  if (text === null) return null;
  const plain = text.slice(0, 4 * MAX_TEXT).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "").trim();
  const cut = [...plain].slice(0, MAX_TEXT).join("");
  return cut === "" ? null : cut;
}
