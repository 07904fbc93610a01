/** How `deno task test` schedules the files of tests: most run two at a time, in any order. */

/** Files that run after the others, one at a time with nothing beside them, and why. */
export const ALONE: Readonly<Record<string, string>> = {};

/** Files that take longest start first, so that the run does not end with one of them. */
export const LONG: readonly string[] = [
  "tests/contract/examples/recipes_test.ts",
];
