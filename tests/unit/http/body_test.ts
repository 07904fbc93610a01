import assert from "node:assert/strict";
import type { AppContext } from "../../../src/http/context.ts";
import { readBody } from "../../../src/http/body.ts";
import { Load } from "../../../src/http/admission/load.ts";
import { RequestBodies } from "../../../src/http/admission/request_bodies.ts";
import { AppError } from "../../../src/model/error.ts";

const LIMIT = 10;

/** @param announced the Content-Length header, null for none */
function context(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | string | null,
  announced: number | null,
  deadlineMs = 30_000,
): AppContext {
  const raw = new Request("http://localhost/", { method: "POST", body });
  return {
    env: { bodies: new RequestBodies(deadlineMs), load: new Load(8).exempt() },
    req: {
      raw,
      header: (name: string) =>
        name === "content-length" && announced !== null ? String(announced) : undefined,
    },
  } as unknown as AppContext;
}

function stream(...chunks: (string | Error)[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else if (chunk instanceof Error) controller.error(chunk);
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
}

const NEVER = () => new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: () => new Promise(() => {}) });

const ROWS: { name: string; given: () => AppContext; expected: string }[] = [
  { name: "announced", given: () => context("abc", 3), expected: "abc" },
  { name: "none", given: () => context(null, null), expected: "" },
  { name: "in parts of unknown length", given: () => context(stream("ab", "cd"), null), expected: "abcd" },
  { name: "announced as too long", given: () => context("abc", 11), expected: "body_too_large" },
  { name: "longer than announced", given: () => context("abcdefghijkl", 3), expected: "body_too_large" },
  {
    name: "too long in parts",
    given: () => context(stream("abcdef", "ghijkl"), null),
    expected: "body_too_large",
  },
  {
    name: "broken off in parts",
    given: () => context(stream("a", new Error("gone")), null),
    expected: "unavailable",
  },
  {
    name: "broken off, announced",
    given: () => context(stream("a", new Error("gone")), 3),
    expected: "unavailable",
  },
  { name: "never arriving", given: () => context(NEVER(), null, 1), expected: "body_timeout" },
  {
    name: "never arriving, announced",
    given: () => context(NEVER(), 3, 1),
    expected: "body_timeout",
  },
];

for (const { name, given, expected } of ROWS) {
  Deno.test(`readBody: ${name}`, async () => {
    const c = given();
    const read = readBody(c, LIMIT).then(
      (body) => new TextDecoder().decode(body),
      (error) => (error as AppError).code,
    );
    assert.equal(await read, expected);
    c.env.bodies.stop();
  });
}
