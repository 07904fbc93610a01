import assert from "node:assert/strict";
import { mutableState } from "../../../scripts/module_state.ts";

const ROWS: { name: string; code: string; found: string[] }[] = [
  { name: "a variable", code: "let last: string | null = null;", found: ["last"] },
  { name: "an exported variable", code: "export let count = 0;", found: ["count"] },
  { name: "destructured variables", code: "let [a, b] = [1, 2];", found: ["[a, b]"] },
  { name: "an empty map", code: "const seen = new Map<string, number>();", found: ["seen"] },
  { name: "an empty set of functions", code: "const all = new Set<() => void>();", found: ["all"] },
  { name: "a registry of objects", code: "const known = new WeakMap<Store, Turns>();", found: ["known"] },
  {
    name: "a cache, whatever its options",
    code: 'const cache: ReadonlyMap = new LRUCache<string, string>({ max: 10, name: "x" });',
    found: ["cache"],
  },
  { name: "a cache of ours", code: "const read = new TwoGenerationCache<Email>(1000);", found: ["read"] },
  { name: "a limit", code: "export const limit = new Bulkhead(2, 50);", found: ["limit"] },
  { name: "a map from another one", code: "const copy = new Map(other);", found: ["copy"] },
  { name: "an array that is filled later", code: "const lately: string[] = [];", found: ["lately"] },
  { name: "a map on a separate line", code: "const long: Table =\n  new Map();", found: ["long"] },
  { name: "a static variable", code: "class A {\n  static #open = 0;\n}", found: ["#open"] },
  { name: "a static map", code: "class A {\n  static readonly all = new Map();\n}", found: ["all"] },
  { name: "a table from a literal", code: 'const A = new Map([["a", 1]]);', found: [] },
  { name: "a table from a literal over lines", code: 'const A = new Set(\n  ["a", "b"],\n);', found: [] },
  { name: "a table from words", code: 'const A = new Set("a b c".split(" "));', found: [] },
  {
    name: "a table that its type protects",
    code: "const A: ReadonlyMap<string, () => number> = new Map(rows());",
    found: [],
  },
  { name: "an empty array that its type protects", code: "const NONE: readonly string[] = [];", found: [] },
  { name: "a number", code: "const MAX = 3;", found: [] },
  { name: "a lazy constant", code: "const table = lazy(() => new Map(rows()));", found: [] },
  { name: "a function's variables", code: "function f() {\n  let a = new Map();\n}", found: [] },
  { name: "a static method", code: "class A {\n  static async open(): Promise<A> {\n  }\n}", found: [] },
  { name: "a static constant", code: "class A {\n  static readonly MAX = 3;\n}", found: [] },
  { name: "a member", code: "class A {\n  readonly #seen = new Map<string, number>();\n}", found: [] },
];

for (const { name, code, found } of ROWS) {
  Deno.test(`mutableState: ${name} is ${found.length === 0 ? "allowed" : "found"}`, () => {
    assert.deepEqual(mutableState(`${code}\n`), found);
  });
}
