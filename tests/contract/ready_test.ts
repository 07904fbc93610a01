import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { failCommits } from "../support/failing_store.ts";

Deno.test("/readyz tells a stranger that the store fails, and the log why, once", async () => {
  await using app = await startApp();
  const ready = () => app.ask("/readyz", { key: null });
  assert.deepEqual([(await ready()).status, (await ready()).body.checks], [200, { store: "ok", data: "ok" }]);
  const secret = "disk I/O error in /srv/private/winnow.kv of db-7.internal:5432";
  let end = failCommits(app, secret, () => true);
  for (let time = 0; time < 3; time++) {
    const { status, body, text } = await ready();
    assert.equal(status, 503);
    assert.deepEqual(body, { status: "not ready", checks: { store: "not writable", data: "ok" } });
    assert.doesNotMatch(text, /private|internal|disk/);
  }
  assert.equal(
    app.log.filter((line) => line.includes(secret)).length,
    1,
    "who asks often does not fill the log",
  );
  end();
  assert.equal((await ready()).status, 200);
  end = failCommits(app, secret, () => true);
  assert.equal((await ready()).status, 503);
  assert.equal(app.log.filter((line) => line.includes(secret)).length, 2, "a new failure is logged again");
  end();
});
