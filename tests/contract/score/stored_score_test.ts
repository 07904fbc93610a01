import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("GET /v1/score/<request_id> returns a decision to its own account only, without any value in clear text", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const values = { ip: "185.220.101.1", email: "very.secret.person@mailinator.com", phone: "+442079460123" };
  const { body } = await app.ask("/v1/score/user", { json: values });
  const stored = await app.ask(`/v1/score/${body.request_id}`);
  assert.equal(stored.status, 200);
  assert.equal(stored.body.risk_score, body.risk_score);
  assert.equal(stored.body.verdict, body.verdict);
  assert.equal(stored.body.summary, body.summary);
  assert.deepEqual(stored.body.top_signals, body.top_signals);
  assert.equal(stored.body.label, null);
  assert.deepEqual(stored.body.components.map((component: { kind: string }) => component.kind), [
    "ip",
    "email",
    "phone",
  ]);
  const email = stored.body.components[1];
  assert.equal(email.findings[0].name, "disposable");
  assert.equal(email.findings[0].points, 78);
  assert.equal(email.masked, "v•••@mailinator.com");
  assert.equal(stored.body.components[0].unknown["signals.is_tor"], "not_loaded");
  for (const secret of ["185.220.101.1", "very.secret.person", "442079460123"]) {
    assert.ok(!stored.text.includes(secret), secret);
  }
  assert.equal((await app.ask(`/v1/score/${body.request_id}`, { key: other.key })).status, 404);
  assert.equal((await app.ask(`/v1/score/${body.request_id}`, { key: null })).status, 401);
});

Deno.test("ids that never existed or are malformed are 404", async (t) => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/ip?ip=8.8.8.8");
  const real: string = body.request_id;
  const other = real.slice(0, -1) + (real.endsWith("0") ? "1" : "0");
  for (
    const id of [
      "req_x",
      "req_00000000-0000-7000-8000-000000000000",
      other,
      `${real}0`,
      "req_" + "f".repeat(5000),
    ]
  ) {
    await t.step(id.slice(0, 50), async () => assert.equal((await app.ask(`/v1/score/${id}`)).status, 404));
  }
});

Deno.test("a decision expires after 180 days", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const { body } = await app.ask("/v1/score/ip?ip=8.8.8.8");
  now += 179 * 86_400_000;
  assert.equal((await app.ask(`/v1/score/${body.request_id}`)).status, 200);
  now += 2 * 86_400_000;
  assert.equal((await app.ask(`/v1/score/${body.request_id}`)).status, 404);
  assert.equal(
    (await app.ask("/v1/outcome", { json: { request_id: body.request_id, outcome: "fraud" } })).body
      .not_found,
    1,
  );
});

Deno.test("no identifier is in the store in clear text", async () => {
  await using app = await startApp();
  await app.ask("/v1/score/user", {
    json: {
      ip: "185.220.101.77",
      email: "clearly.readable@mailinator.com",
      phone: "+442079460177",
      device_id: "feedfacefeedfacefeedfacefeedface",
      device_signals: { user_agent: "UnmistakableAgent/1.0" },
    },
  });
  await app.close();
  for await (const file of Deno.readDir(app.dataDir)) {
    if (!file.isFile || file.name === "secret") continue;
    const text = new TextDecoder("latin1").decode(await Deno.readFile(`${app.dataDir}/${file.name}`));
    for (
      const secret of [
        "185.220.101.77",
        "clearly.readable",
        "442079460177",
        "feedfacefeedface",
        "UnmistakableAgent",
        app.live,
      ]
    ) {
      assert.ok(!text.includes(secret), `${secret} is in ${file.name}`);
    }
  }
});

Deno.test("many concurrent scorings are each found again", async () => {
  await using app = await startApp();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) => app.ask(`/v1/score/ip?ip=9.9.${i % 250}.${i % 7}`)),
  );
  for (const { body } of answers) {
    const stored = await app.ask(`/v1/score/${body.request_id}`);
    assert.equal(stored.status, 200);
    assert.equal(stored.body.components[0].masked, `${body.ip.split(".").slice(0, 3).join(".")}.•`);
  }
});
