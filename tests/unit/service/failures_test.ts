import assert from "node:assert/strict";
import { AppError } from "../../../src/model/error.ts";
import { Failures } from "../../../src/service/failures.ts";
import { Abandoned, StoreFailure, WriteConflict } from "../../../src/db/failure.ts";

const ROWS: { name: string; thrown: unknown; code: string; retryAfter?: number; logged: number }[] = [
  { name: "the caller's mistake", thrown: new AppError("not_found", "no"), code: "not_found", logged: 0 },
  { name: "overtaken", thrown: new WriteConflict("x"), code: "unavailable", retryAfter: 1, logged: 0 },
  { name: "overtaken rules", thrown: new Abandoned("x"), code: "unavailable", retryAfter: 1, logged: 0 },
  {
    name: "a store away",
    thrown: new StoreFailure("disk full"),
    code: "unavailable",
    retryAfter: 5,
    logged: 1,
  },
  { name: "anything else", thrown: new Error("secret"), code: "internal", logged: 1 },
];

for (const { name, thrown, code, retryAfter, logged } of ROWS) {
  Deno.test(`what a request threw: ${name}`, () => {
    const lines: string[] = [];
    const error = new Failures({ write: (_level, event) => void lines.push(event) }, () => 0)
      .toAppError(thrown, "GET /x");
    assert.deepEqual([error.code, error.extra.retryAfter], [code, retryAfter]);
    assert.equal(lines.length, logged);
    assert.ok(!error.message.includes("secret") && !error.message.includes("disk"));
  });
}
