import assert from "node:assert/strict";
import { type AgentRequestInput, parseAgentRequest } from "../../../../src/signals/agent/parse.ts";

Deno.test("parseAgentRequest refuses what is not a request", () => {
  const rows: readonly [string, AgentRequestInput][] = [
    ["relative URL", { url: "/path", headers: {} }],
    ["other scheme", { url: "ftp://h.example/", headers: {} }],
    ["no host", { url: "https:///path", headers: {} }],
    ["one slash", { url: "https:/h.example/", headers: {} }],
    ["a line break that WHATWG URL would drop", { url: "https://h.example/a\nb", headers: {} }],
    ["a space", { url: "https://h.example/a b", headers: {} }],
    ["a backslash for a slash", { url: "https://h.example\\a", headers: {} }],
    ["a bad port", { url: "https://h.example:99999/", headers: {} }],
    ["empty method", { url: "https://h.example/", method: "", headers: {} }],
    ["a method that is no token", { url: "https://h.example/", method: "GET\nX", headers: {} }],
    ["too long a URL", { url: `https://h.example/${"a".repeat(16_384)}`, headers: {} }],
    ["201 headers", {
      url: "https://h.example/",
      headers: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`x-${index}`, ""])),
    }],
  ];
  for (const [name, input] of rows) {
    assert.throws(() => parseAgentRequest(input), { name: "AppError", code: "invalid_value" }, name);
  }
});

Deno.test("parseAgentRequest names the place inside a larger body", () => {
  assert.throws(() => parseAgentRequest({ url: "x", headers: {} }, "/agent"), /\/agent\/url/);
});
