/** Mail that arrives as an SMS: the domains of carriers' gateways, by which mail is used to reach numbers. */
import { rowsOf } from "../../model/table_text.ts";
import TABLE from "../../../data/sms_gateways.csv" with { type: "text" };

const CALLING_CODES: ReadonlyMap<string, string> = new Map(
  rowsOf(TABLE).flatMap((row) => {
    const [code = "", domains = ""] = row.split(";");
    return domains.split(" ").map((domain): [string, string] => [domain, code]);
  }),
);

/** @returns the number behind the address with its calling code; null: it is no gateway's */
export function gatewayNumber(local: string, host: string): string | null {
  const code = CALLING_CODES.get(host);
  if (code === undefined) return null;
  const digits = local.replace(/[.\-]/g, "");
  if (!/^\+?\d{7,15}$/.test(digits)) return null;
  if (digits.startsWith("+")) return digits;
  return digits.startsWith(code) && digits.length > 10 ? `+${digits}` : `+${code}${digits.replace(/^0/, "")}`;
}
