/** Lines of the log: their form, their level, and text that must not forge a line. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readConfig } from "../../../src/app/settings/config.ts";
import { Logger } from "../../../src/app/logger.ts";
import type { LogFields, LogLevel } from "../../../src/model/log.ts";

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

function logged(env: Record<string, string>, terminal: boolean, ...events: [LogLevel, string, LogFields][]) {
  const lines: string[] = [];
  const target = { line: (line: string) => void lines.push(line), terminal };
  const log = new Logger(readConfig(env), target, () => AT);
  for (const event of events) log.write(...event);
  return lines;
}

const EVENT: [LogLevel, string, LogFields] = [
  "warn",
  "feed_stale",
  { request_id: undefined, feed: "tor", age_seconds: 3, at: ["a", "b"], message: "it is old" },
];
const JSON_LINE =
  '{"time":"2026-01-02T03:04:05.678Z","level":"warn","event":"feed_stale","feed":"tor","age_seconds":3,"at":["a","b"],"message":"it is old"}';
const TEXT_LINE = "2026-01-02T03:04:05.678Z warn feed_stale: it is old feed=tor age_seconds=3 at=a,b";

const ROWS = [
  { name: "a file or a pipe", env: {}, terminal: false, is: JSON_LINE },
  { name: "a terminal", env: {}, terminal: true, is: TEXT_LINE },
  { name: "json on a terminal", env: { WINNOW_LOG: "json" }, terminal: true, is: JSON_LINE },
  { name: "text in a file", env: { WINNOW_LOG: "text" }, terminal: false, is: TEXT_LINE },
];
for (const { name, env, terminal, is } of ROWS) {
  Deno.test(`the form of a line: ${name}`, () => assert.deepEqual(logged(env, terminal, EVENT), [is]));
}

Deno.test("a level leaves out what is below it", () => {
  const levels: LogLevel[] = ["debug", "info", "warn", "error"];
  for (const [index, lowest] of levels.entries()) {
    const lines = logged(
      { WINNOW_LOG_LEVEL: lowest },
      false,
      ...levels.map((level) => [level, "x", {}] as [LogLevel, string, LogFields]),
    );
    assert.deepEqual(lines.map((line) => JSON.parse(line).level), levels.slice(index));
  }
  assert.equal(logged({}, false, ["debug", "x", {}]).length, 0);
  assert.throws(() => readConfig({ WINNOW_LOG_LEVEL: "loud" }), /WINNOW_LOG_LEVEL must be debug or info/);
  assert.throws(() => readConfig({ WINNOW_LOG: "xml" }), /WINNOW_LOG must be json or text/);
});

Deno.test("one of several processes names itself", () => {
  assert.equal(JSON.parse(logged({ WINNOW_WORKERS: "2" }, false, ["info", "x", {}])[0]!).pid, Deno.pid);
});

Deno.test("no text leaves its line, or controls a terminal", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("\n", "\r", "\t", "\u001b", "\u2028", "\u202e", "\u0085", '"', "}", "a", "é"),
  });
  fc.assert(fc.property(hostile, (message) => {
    for (const terminal of [false, true]) {
      const [line, ...more] = logged({}, terminal, ["info", "x", {
        message,
        other: message,
        list: [message],
      }]);
      assert.deepEqual(more, []);
      assert.doesNotMatch(line!, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      if (!terminal) assert.equal(JSON.parse(line!).message, message);
    }
  }));
  assert.ok(logged({}, false, ["info", "x", { message: "m".repeat(1_000_000) }])[0]!.length < 2_000);
});
