/** The npm client `crowdsec-client`: logs in with HEAD, asks for an address, follows the stream. */
import assert from "node:assert/strict";
import { BouncerClient } from "crowdsec-client";
import { startApp } from "../../support/app/app.ts";

Deno.test("crowdsec-client: log-in, search and stream", async () => {
  await using app = await startApp();
  const block = async (...values: string[]) => {
    const { status, body } = await app.ask("/v1/rules", { json: { action: "block", values } });
    assert.equal(status, 200);
    return body.rules as readonly { id: string }[];
  };
  const url = `${app.origin}/compat/crowdsec`;
  const [first] = await block("8.8.8.8", "1.1.1.0/24");
  const refused = new BouncerClient({ url, auth: { apiKey: "wrong" } });
  await assert.rejects(refused.login());
  const client = new BouncerClient({ url, auth: { apiKey: app.live } });
  try {
    await client.login();
    assert.deepEqual(await client.Decisions.search({ ip: "9.9.9.9" }), [], "it understands null");
    const found = await client.Decisions.search({ ip: "1.1.1.77" });
    assert.deepEqual(
      found!.map(({ value, scope }) => [value, scope]),
      [["1.1.1.0/24", "range"]],
      "in its own words",
    );
    const held = new Set<string>();
    const stream = client.Decisions.getStream({ interval: 50, scopes: ["ip", "range"] });
    const changed = Promise.withResolvers<void>();
    let [gone, came] = [false, false];
    const done = () => gone && came && changed.resolve();
    const started = Promise.withResolvers<void>();
    stream.on("error", changed.reject);
    stream.on("added", ({ value }) => {
      held.add(value!);
      if (held.size === 2) started.resolve();
      came ||= value === "2001:4860:4860::8888";
      done();
    });
    stream.on("deleted", ({ value }) => {
      held.delete(value!);
      gone ||= value === "8.8.8.8";
      done();
    });
    stream.resume();
    await started.promise;
    assert.deepEqual([...held].sort(), ["1.1.1.0/24", "8.8.8.8"]);
    await app.ask(`/v1/rules/${first!.id}`, { method: "DELETE" });
    await block("2001:4860:4860::8888");
    await changed.promise;
    assert.deepEqual([...held].sort(), ["1.1.1.0/24", "2001:4860:4860::8888"]);
    const [seen] = await app.app.services.bouncers.list(
      app.app.services.store.accounts.accountNamed("main")!.id,
    );
    assert.match(seen!.agent, /^node-crowdsec-client\/v1\.2\.0/);
  } finally {
    client.stop();
  }
});
