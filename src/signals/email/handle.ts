/** Was this local part made by a machine? */
import { type Known, unknown } from "../../domain/evidence.ts";

export function isMachineMade(_local: string, _host: string): Known<boolean> {
  return unknown("not_supported");
}
