/** What a signature says about the request that it came with, and what anybody on the way may have changed. Pure. */
import type { SignedRequest } from "./parse.ts";
import { coveredName } from "./signature/signature_base.ts";
import type { Item } from "./signature/structured_fields.ts";

interface Coverage {
  readonly covered: readonly string[] | null;
  readonly notCovered: readonly string[] | null;
}

export const NO_COVERAGE: Coverage = { covered: null, notCovered: null };

/** What a component covers besides itself. */
const INCLUDED: Readonly<Record<string, readonly string[]>> = {
  "@target-uri": ["@authority", "@path", "@query"],
  "@request-target": ["@path", "@query"],
};
/** Header fields that say something about the body. */
const BODY_FIELDS = ["content-digest", "content-type"] as const;

export function coverageOf(components: readonly Item[], { target, fields }: SignedRequest): Coverage {
  const covered = [...new Set(components.map(nameOf))];
  const included = new Set([...covered, ...covered.flatMap((name) => INCLUDED[name] ?? [])]);
  const parameters = [...new Set([...new URLSearchParams(target.query ?? "").keys()].map(parameterName))];
  const present = [
    "@method",
    "@authority",
    "@path",
    ...(target.query === null ? [] : ["@query"]),
    ...BODY_FIELDS.filter((name) => fields.has(name)),
  ];
  const notCovered = present.flatMap((name) => {
    if (included.has(name)) return [];
    const isPartly = name === "@query" && parameters.some((parameter) => included.has(parameter));
    return isPartly ? parameters.filter((parameter) => !included.has(parameter)) : [name];
  });
  return { covered, notCovered };
}

function nameOf(item: Item): string {
  const name = coveredName(item);
  const parameter = item.parameters.get("name");
  return name === "@query-param" && parameter?.type === "string"
    ? parameterName(decodeURIComponent(parameter.value))
    : name;
}

function parameterName(name: string): string {
  return `@query-param;name=${JSON.stringify(name)}`;
}
