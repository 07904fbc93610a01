/** A backup holds no kept answers: they would outlast their day in it. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { askKeyed } from "../../support/app/keyed.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";

Deno.test("a restored store executes a keyed request again; its scores are there, with what could not be read", async () => {
  await using app = await startApp();
  await inFolder(async (folder) => {
    const json = { ip: "9.9.9.9", email: 5, on_invalid: "review" };
    const request = { path: "/v1/score/user", json, idempotencyKey: "k", key: app.live };
    const first = await askKeyed(app, request);
    assert.equal(first.body.components_invalid.length, 1);
    const made = await runCommand(app.dataDir, ["backup", `${folder}/all`]);
    assert.equal(made.code, 0, made.err);
    const restored = await runCommand(`${folder}/data`, ["restore", `${folder}/all`]);
    assert.equal(restored.code, 0, restored.err);
    await using again = await startApp({ dataDir: `${folder}/data` });
    const stored = await again.ask(`/v1/score/${first.body.request_id}`, { key: app.live });
    assert.deepEqual(stored.body.components_invalid, first.body.components_invalid);
    const second = await askKeyed(again, request);
    assert.equal(second.headers.get("idempotent-replayed"), null);
    assert.notEqual(second.body.request_id, first.body.request_id);
    assert.equal((await askKeyed(app, request)).text, first.text, "the store that was backed up keeps it");
  });
});
