/** What `GET /v1/lists/blocked` can be asked for. */
import type { ListChoice } from "./entries.ts";
import { LIST_FORMATS, type ListFormatName } from "./formats.ts";

export interface ListOptions extends ListChoice {
  readonly format: ListFormatName;
}

const MAX_LISTED = 1_000_000;

/** A text says what is wrong. Parameters that are not known are ignored. */
export function readListOptions(given: Readonly<Record<string, string>>): ListOptions | string {
  const format = LIST_FORMATS.find((name) => name === (given["format"] || "plain"));
  if (format === undefined) return `format is one of ${LIST_FORMATS.join(", ")}`;
  const [only4, only6] = [isOn(given["ipv4only"]), isOn(given["ipv6only"])];
  if (only4 && only6) return "ipv4only and ipv6only leave nothing: send one of them";
  const { origin, limit = "" } = given;
  if (limit !== "" && !(/^\d{1,7}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MAX_LISTED)) {
    return `limit is a number from 1 to ${MAX_LISTED}`;
  }
  return {
    format,
    families: only4 ? [4] : only6 ? [6] : [4, 6],
    origins: origin === undefined || origin === ""
      ? null
      : new Set(origin.split(",", 50).map((word) => word.trim())),
    limit: limit === "" ? null : Number(limit),
  };
}

/** `?ipv4only` is on as `?ipv4only=true` is. */
function isOn(text: string | undefined): boolean {
  return text !== undefined && text !== "false" && text !== "0";
}
