/** Hooks in the place of Supabase's senders: what may be sent is passed on unchanged and signed, the rest is refused. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { startApp } from "../../support/app/app.ts";
import { makeHook, send, useOf } from "../../support/app/hooks.ts";

const sms = (phone: string) => ({ user: { id: "u-1", phone, email: "a@x.example" }, sms: { otp: "561166" } });

/** What sends messages: keeps what came, and answers. */
function gateway(answer: () => Response) {
  const came: { headers: Headers; text: string }[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    came.push({ headers: request.headers, text: await request.text() });
    return answer();
  });
  return {
    came,
    url: `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}/send`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const ENV = { WINNOW_OFFLINE: "false", WINNOW_EGRESS_ALLOW: "127.0.0.0/8" };

Deno.test("an SMS is passed on as it was, signed with the hook's secret, and its answer returned; the next is refused", async () => {
  await using app = await startApp({ env: ENV });
  await using sender = gateway(() => Response.json({ sent: true }));
  const hook = await makeHook(app, { kind: "supabase_send_sms", forward_url: sender.url });
  const first = await send(app, hook, sms("4915112345678"));
  assert.deepEqual([first.status, first.body], [200, { sent: true }]);
  const { headers, text } = sender.came[0]!;
  assert.deepEqual(JSON.parse(text), sms("4915112345678"));
  new Webhook(hook.secret).verify(text, Object.fromEntries(headers));
  const second = await send(app, hook, sms("4915112345678"));
  assert.equal(second.status, 200);
  assert.equal(second.body.error.http_code, 429);
  assert.deepEqual(Object.keys(second.body.error), ["http_code", "message"]);
  assert.equal(sender.came.length, 1, "nothing was sent");
  const use = await useOf(app, hook);
  assert.deepEqual([use.allow, use.block, use.last_note], [1, 1, "recipient_minute"]);
});

Deno.test("in mode observe it is passed on all the same, and what its sender refuses is told", async () => {
  await using app = await startApp({ env: ENV });
  await using sender = gateway(() =>
    Response.json({ error: { http_code: 503, message: "no" } }, { status: 503 })
  );
  const hook = await makeHook(app, { kind: "supabase_send_email", mode: "observe", forward_url: sender.url });
  const mail = {
    user: { email: "jane@x.example" },
    email_data: { email_action_type: "recovery", token: "1" },
  };
  for (let times = 1; times <= 2; times++) {
    const { status, body } = await send(app, hook, mail);
    assert.deepEqual([status, body.error.http_code], [503, 503]);
    assert.equal(sender.came.length, times);
  }
});

Deno.test("what cannot be read is passed on: the guard is no reason that nothing is sent", async () => {
  await using app = await startApp({ env: ENV });
  await using sender = gateway(() => new Response(""));
  const hook = await makeHook(app, { kind: "supabase_send_sms", forward_url: sender.url });
  const { status, body } = await send(app, hook, { other: true });
  assert.deepEqual([status, body, sender.came.length], [200, {}, 1]);
});

Deno.test("where it is passed on to is needed, public, and of these kinds alone", async () => {
  await using app = await startApp({ env: { WINNOW_OFFLINE: "false" } });
  const rows = [
    { kind: "supabase_send_sms" },
    { kind: "supabase_send_sms", forward_url: "not a URL" },
    { kind: "supabase_send_sms", forward_url: "http://127.0.0.1:9/" },
    { kind: "supabase_send_email", forward_url: "https://10.0.0.1/" },
    { kind: "supabase", forward_url: "https://shop.example/" },
  ];
  for (const row of rows) {
    const { status } = await app.ask("/v1/hooks", {
      json: { mode: "enforce", when_unsure: "allow", ...row },
    });
    assert.equal(status, 400, JSON.stringify(row));
  }
});

Deno.test("an answer without a body, or of no meaning here, is one all the same", async () => {
  await using app = await startApp({ env: ENV });
  let status = 204;
  await using sender = gateway(() =>
    new Response(null, { status, headers: { location: "https://x.example/" } })
  );
  const hook = await makeHook(app, { kind: "supabase_send_email", mode: "observe", forward_url: sender.url });
  const mail = {
    user: { email: "jane@x.example" },
    email_data: { email_action_type: "recovery", token: "1" },
  };
  for (status of [204, 205]) {
    const answer = await send(app, hook, mail);
    assert.deepEqual([answer.status, answer.body], [200, {}], String(status));
  }
  for (status of [302, 304]) {
    const { body } = await send(app, hook, mail);
    assert.equal(body.error?.http_code, 500, String(status));
  }
  assert.equal(sender.came.length, 4);
});

Deno.test("beyond the rate of a member the guard still decides; a guest's hook passes nothing on then", async () => {
  await using app = await startApp({ env: ENV });
  await using sender = gateway(() => Response.json({}));
  const { key: member } = await app.account("slow", { rpm: 1 });
  const hook = await makeHook(app, { kind: "supabase_send_sms", forward_url: sender.url }, member);
  for (let turn = 0; turn < 70; turn++) await send(app, hook, sms(`49151123456${10 + turn}`));
  const before = sender.came.length;
  await send(app, hook, sms("4915112345699"));
  assert.equal((await send(app, hook, sms("4915112345699"))).body.error?.http_code, 429, "twice in a minute");
  assert.ok(sender.came.length <= before + 1);
  const { key: guest } = await app.account("guest", { madeBy: "signup" });
  const theirs = await makeHook(
    app,
    { kind: "supabase_send_sms", mode: "observe", forward_url: sender.url },
    guest,
  );
  const came = sender.came.length;
  const refused: boolean[] = [];
  for (let turn = 0; turn < 30; turn++) {
    refused.push("error" in (await send(app, theirs, sms(`49151223456${10 + turn}`))).body);
  }
  assert.deepEqual([sender.came.length - came, refused.at(-1)], [20, true]);
});
