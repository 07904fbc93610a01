/** How a response says that something is not known. */
import { isObject } from "../model/json.ts";
import type { CompatChoice, CompatUnknown } from "../model/records.ts";

/** Of an account with the vendor; none is kept. */
export function balanceOf({ balance }: CompatChoice): 0 | null {
  return balance === "zero" ? 0 : null;
}

type Body = Record<string, unknown>;

/** @param choice `null`: as it is; `omit`: without what is null, and without objects that hold nothing else */
export function written(body: Body, choice: CompatUnknown): Body {
  return choice === "null" ? body : known(body) as Body;
}

function known(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(known);
  if (!isObject(value)) return value;
  const rest = Object.entries(value)
    .map(([name, item]) => [name, known(item)] as const)
    .filter(([, item]) => item !== null && !(isObject(item) && Object.keys(item).length === 0));
  return Object.fromEntries(rest);
}
