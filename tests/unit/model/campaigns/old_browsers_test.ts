/** Versions of browsers: old by what most of the account's people have, not by what a few claim. */
import assert from "node:assert/strict";
import type { BoardColumn } from "../../../../src/model/campaigns/board.ts";
import { withDerived } from "../../../../src/model/campaigns/derived.ts";

/** Sign-ups with Chrome, by their versions. @returns the versions that are left as old */
function oldOf(counts: Readonly<Record<number, number>>): number[] {
  const versions = Object.keys(counts).map(Number);
  const rows = versions.flatMap((version, at) => Array<number>(counts[version]!).fill(at + 1));
  const column = (
    name: string,
    values: readonly (string | number)[],
    codes: readonly number[],
  ): BoardColumn => ({
    ...{ name, family: "device", spread: "few", values, codes: Uint32Array.from(codes) },
  } as BoardColumn);
  const derived = withDerived([
    column("device.browser", ["Chrome"], rows.map(() => 1)),
    column("device.browser_major", versions, rows),
  ]);
  const { codes } = derived.find(({ name }) => name === "device.browser_major")!;
  return [...new Set(codes)].flatMap((code) => code === 0 ? [] : versions[code - 1]!).sort();
}

const ROWS: readonly (readonly [what: string, counts: Record<number, number>, old: number[]])[] = [
  ["twelve versions behind", { 143: 100, 142: 300, 131: 5, 130: 5 }, [130, 131]],
  ["a few claim a version that there is not", { 999: 5, 143: 100, 142: 300, 130: 5 }, [130]],
  ["a release of this week", { 144: 7, 143: 300, 132: 5, 131: 5 }, [131]],
  ["few sign-ups", { 143: 6, 120: 5 }, [120]],
];
for (const [what, counts, old] of ROWS) {
  Deno.test(`old browsers: ${what}`, () => assert.deepEqual(oldOf(counts), old));
}
