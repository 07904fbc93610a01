/** Text in a path cannot forge lines of the log. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("a failure is one line of the log, whatever the path contains", async () => {
  await using app = await startApp();
  app.app.services.rules.change = () =>
    Promise.reject(new TypeError("broken by 8.8.8.8\n    at forged (line)"));
  const { status } = await app.ask("/v1/rules/a%0aerror%20req_forged%25", { method: "DELETE" });
  assert.equal(status, 500);
  const [line] = app.log.filter((entry) => entry.includes("DELETE"));
  assert.match(
    line!,
    /^\S+Z error request_failed request_id=req_\S+ method=DELETE route=\/v1\/rules\/\{rule_id\} error=TypeError at=\S/,
  );
  assert.doesNotMatch(app.log.join("\n"), /forged|broken|8\.8\.8\.8/);
  assert.ok(app.log.every((entry) => !/\p{Cc}/u.test(entry)));
});
