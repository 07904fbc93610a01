/** Finds mutable state at module level: a service keeps its state in objects that `app/app.ts` constructs. */

/** A new one of these can only be meant to change; a Map or a Set may be a table. */
const CONTAINERS =
  "Map|Set|WeakMap|WeakSet|LRUCache|TtlCache|TwoGenerationCache|KeyedQueue|Bulkhead|FairScheduler|CutOffs|CircuitBreaker|Deadlines";

const DECLARATION =
  /^(?:export )?(let|var|const) (\{[^}]*\}|\[[^\]]*\]|\w+)|^ +static (readonly )?(#?\w+)(?=:| =)/gm;
const INITIALISER = /^(?:: ?([\s\S]*?))?\s=\s+([\s\S]*)/;
const CONSTRUCTION = new RegExp(String.raw`^new (${CONTAINERS})\b(?:<[\s\S]*?>)?\(\s*([\s\S]?)`);

/**
 * Names of module-level and static bindings that can change: `let`, caches, empty arrays, and a Map or Set that is neither
 * annotated as ReadonlyMap or ReadonlySet nor made from a literal.
 * @param code without comments
 */
export function mutableState(code: string): string[] {
  return [...code.matchAll(DECLARATION)].flatMap((match) => {
    const [text, keyword, name, readonly, staticName] = match;
    const isConstant = keyword === "const" || readonly !== undefined;
    const rest = code.slice(match.index + text.length);
    return isConstant && !canChange(rest) ? [] : [name ?? staticName!];
  });
}

/** @param rest the text after the name: its type, its value and whatever follows */
function canChange(rest: string): boolean {
  const [, type = "", value = ""] = INITIALISER.exec(rest.slice(0, 1000)) ?? [];
  if (value.startsWith("[]")) return !/^readonly |^Readonly/.test(type);
  const made = CONSTRUCTION.exec(value);
  if (made === null) return false;
  const [, container, argument = ""] = made;
  const isTable = /^Readonly(Map|Set)\b/.test(type) || /["'`[]/.test(argument);
  return !(isTable && (container === "Map" || container === "Set"));
}
