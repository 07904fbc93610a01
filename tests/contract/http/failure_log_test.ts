/** Text in a path cannot forge lines of the log. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("a failure is one line of the log, whatever the path contains", async () => {
  await using app = await startApp();
  app.app.services.rules.change = () => Promise.reject(new Error("broken"));
  const { status } = await app.ask("/v1/rules/a%0aerror%20req_forged%25", { method: "DELETE" });
  assert.equal(status, 500);
  const [line] = app.log.filter((entry) => entry.includes("DELETE"));
  assert.match(line!.split("\n")[0]!, /^error req_\S+ DELETE \/v1\/rules\/.*: Error: broken$/);
});
