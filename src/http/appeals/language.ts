/** In which language a public page is shown: the one that was chosen, else the first that the browser asks for. */
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../model/customer_reason.ts";

/** Entries of Accept-Language that are read. */
const MAX_RANGES = 20;

/** @param chosen by a link of the page; "" for none @param accepted the header Accept-Language (RFC 9110, 12.5.4) */
export function languageOf(chosen: string, accepted: string | undefined): CustomerLanguage {
  const named = languageNamed(chosen);
  if (named !== null) return named;
  let best: { readonly language: CustomerLanguage; readonly quality: number } | null = null;
  for (const range of (accepted ?? "").split(",", MAX_RANGES)) {
    const [tag = "", ...parameters] = range.split(";");
    const language = languageNamed(tag.trim().split("-", 1)[0]!.toLowerCase());
    const quality = qualityOf(parameters);
    if (language !== null && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language ?? "en";
}

function languageNamed(text: string): CustomerLanguage | null {
  return CUSTOMER_LANGUAGES.find((language) => language === text) ?? null;
}

function qualityOf(parameters: readonly string[]): number {
  const weight = parameters.map((each) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(each)?.[1]).find(Boolean);
  return weight === undefined ? 1 : Number(weight);
}
