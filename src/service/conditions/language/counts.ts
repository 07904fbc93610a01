/** The counts that a condition asks for, as they are written: `signups("asn", "1h")`. */
import type { WantedCount } from "../../../model/conditions/count.ts";
import {
  type Dimension,
  DIMENSIONS,
  DISTINCT_OF,
  type DistinctOf,
} from "../../../model/conditions/dimension.ts";
import { COUNT_FUNCTIONS, type CountFunction } from "../../../model/conditions/functions.ts";
import { parseWindow } from "../../../model/conditions/window.ts";
import { nearestName } from "../../../model/nearest_name.ts";
import type { Call, Expression } from "./parse.ts";
import { Refusal } from "./refusal.ts";

export function isCountFunction(name: string): name is CountFunction {
  return Object.hasOwn(COUNT_FUNCTIONS, name);
}

/** @throws Refusal */
export function wantedCount(of: CountFunction, call: Call): WantedCount {
  const { args, at } = call;
  const usage = COUNT_FUNCTIONS[of].call;
  const wanted = usage.split(",").length;
  if (args.length !== wanted) throw new Refusal(at, `${of} is written ${usage}`);
  const dimension = oneOf<Dimension>(args[0]!, DIMENSIONS, "dimension", usage);
  if (of === "first_seen_days") return { of, dimension };
  const windowMs = windowOf(args.at(-1)!, usage);
  if (of !== "distinct") return { of, dimension, windowMs };
  return { of, dimension, what: oneOf<DistinctOf>(args[1]!, DISTINCT_OF, "dimension", usage), windowMs };
}

function oneOf<Name extends string>(
  arg: Expression,
  names: readonly Name[],
  noun: string,
  usage: string,
): Name {
  const text = textOf(arg, noun, usage);
  const name = names.find((name) => name === text);
  if (name !== undefined) return name;
  throw new Refusal(
    arg.at,
    `"${text}" is no ${noun}: there are ${names.join(", ")}`,
    nearestName(text, names),
  );
}

function windowOf(arg: Expression, usage: string): number {
  const text = textOf(arg, "window", usage);
  const ms = parseWindow(text);
  if (ms === null) throw new Refusal(arg.at, `"${text}" is no window: from "10m" to "30d", in m, h or d`);
  return ms;
}

function textOf(arg: Expression, noun: string, usage: string): string {
  if (arg.kind === "literal" && typeof arg.value === "string") return arg.value;
  throw new Refusal(arg.at, `the ${noun} has to be a text in quotes: ${usage}`);
}
