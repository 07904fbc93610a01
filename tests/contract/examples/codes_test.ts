/** examples/twilio_verify.ts and examples/clerk_codes.ts: what is sent, what is not, and without Winnow. */
import assert from "node:assert/strict";
import { Webhook } from "svix";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { loadExample, withBrokenWinnows } from "../../support/examples/example.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

const TO = "+4915112345678";
const SECRET = `whsec_${btoa("the signing secret of an endpoint")}`;

/** What is known of sends to the block of the number. */
async function prefixOf(app: TestApp, to = "+4915112349999") {
  return (await app.ask("/v1/guard/send", { json: { channel: "sms", to } })).body.prefix;
}

interface Twilio {
  sendCode(asked: Record<string, unknown>): Promise<{ status: string; retryAfter?: number | null }>;
  checkCode(entered: { to: string; code: string }): Promise<boolean>;
}

/** Twilio's two endpoints; 123456 is the right code. */
function startTwilio() {
  const calls: string[] = [];
  const server = startHttpServer(async (request) => {
    const form = new URLSearchParams(await request.text());
    const resource = new URL(request.url).pathname.split("/").at(-1);
    assert.equal(request.headers.get("authorization"), `Basic ${btoa("AC1:secret")}`);
    assert.match(request.url, /\/Services\/VA1\//);
    if (resource === "Verifications") {
      calls.push(`${form.get("Channel")} ${form.get("To")}`);
      return Response.json({ sid: "VE1", status: "pending" }, { status: 201 });
    }
    if (form.get("To") !== TO) return Response.json({ code: 20404 }, { status: 404 });
    return Response.json({ sid: "VE1", status: form.get("Code") === "123456" ? "approved" : "pending" });
  });
  return { calls, server };
}

const loadTwilio = (winnow: string, key: string, twilio: string) =>
  loadExample<Twilio>("twilio_verify.ts", {
    API_URL: winnow,
    API_KEY: key,
    TWILIO_API_URL: twilio,
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_AUTH_TOKEN: "secret",
    TWILIO_VERIFY_SERVICE: "VA1",
  });

Deno.test("examples/twilio_verify.ts asks before a code is sent, and tells when it was entered", async () => {
  await using app = await startApp();
  const { calls, server } = startTwilio();
  await using _ = server;
  const { sendCode, checkCode } = await loadTwilio(app.origin, app.live, server.url);
  const asked = { to: TO, channel: "sms", purpose: "signup", ip: "91.64.12.7" };
  assert.deepEqual(await sendCode(asked), { status: "sent" });
  assert.equal(await checkCode({ to: TO, code: "000000" }), false);
  assert.equal(await checkCode({ to: TO, code: "123456" }), true);
  const again = await sendCode(asked);
  assert.deepEqual([again.status, again.retryAfter! > 0], ["refused", true]);
  assert.equal((await sendCode({ ...asked, to: "+881612345678", channel: "call" })).status, "refused");
  assert.deepEqual(calls, [`sms ${TO}`]);
  assert.deepEqual(
    await prefixOf(app),
    { sent: 1, verified: 1, conversion: 1 },
    "a wrong code is no failure yet",
  );
  await assert.rejects(checkCode({ to: "+4915100000000", code: "123456" }), /Twilio answered 404/);
});

Deno.test("examples/twilio_verify.ts sends while Winnow gives no answer", async () => {
  await withBrokenWinnows(async ({ name, url, refuses }) => {
    const { calls, server } = startTwilio();
    await using _ = server;
    const { sendCode, checkCode } = await loadTwilio(url, "wk_live_x", server.url);
    const { status } = await sendCode({ to: TO, channel: "sms", purpose: "login", ip: "91.64.12.7" });
    assert.deepEqual([status, calls.length], refuses ? ["refused", 0] : ["sent", 1], name);
    assert.equal(await checkCode({ to: TO, code: "123456" }), true, name);
  });
});

interface Clerk {
  POST(request: Request): Promise<Response>;
  readonly sender: { deliver(message: { to: string; text: string }): Promise<void> };
}

const loadClerk = (winnow: string, key: string, secret = SECRET) =>
  loadExample<Clerk>("clerk_codes.ts", { API_URL: winnow, API_KEY: key, CLERK_WEBHOOK_SECRET: secret });

async function deliver(
  { POST }: Clerk,
  event: unknown,
  { id = `msg_${crypto.randomUUID()}`, secret = SECRET } = {},
) {
  const [at, body] = [new Date(), JSON.stringify(event)];
  const headers = {
    "svix-id": id,
    "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
    "svix-signature": new Webhook(secret).sign(id, at, body),
  };
  return (await POST(new Request("http://shop.example/clerk", { method: "POST", headers, body }))).status;
}

/** As Clerk documents it. */
const smsTo = (to: string) => ({
  object: "event",
  type: "sms.created",
  data: {
    object: "sms_message",
    id: "sms_2x",
    slug: "verification_code",
    status: "queued",
    from_phone_number: "+15555550100",
    to_phone_number: to,
    user_id: null,
    message: "123456 is your verification code.",
    delivered_by_clerk: false,
    data: { otp_code: "123456" },
  },
});

Deno.test("examples/clerk_codes.ts sends what it may, once, and tells of users who entered their code", async () => {
  await using app = await startApp();
  const clerk = await loadClerk(app.origin, app.live);
  const sent: string[] = [];
  let isBroken = true;
  clerk.sender.deliver = ({ to, text }) => {
    if (isBroken) return Promise.reject(new Error("the sender is away"));
    sent.push(`${to} ${text.slice(0, 6)}`);
    return Promise.resolve();
  };
  const first = { id: "msg_1" };
  assert.equal(await deliver(clerk, smsTo(TO), first), 503, "Clerk sends it again");
  isBroken = false;
  assert.equal(await deliver(clerk, smsTo(TO), first), 204);
  assert.deepEqual(sent, [`${TO} 123456`], "it was asked about once, and is not refused now");
  assert.equal(await deliver(clerk, smsTo(TO)), 204, "refused, and not sent again");
  assert.equal(await deliver(clerk, smsTo("+881612345678")), 204);
  const email = {
    type: "email.created",
    data: { to_email_address: "jane.doe@gmail.com", body: "654321", delivered_by_clerk: false },
  };
  assert.equal(await deliver(clerk, email), 204);
  assert.equal(
    await deliver(clerk, { ...email, data: { ...email.data, to_email_address: "janedoe+1@gmail.com" } }),
    204,
  );
  const own = smsTo("+4915198765432");
  assert.equal(await deliver(clerk, { ...own, data: { ...own.data, delivered_by_clerk: true } }), 204);
  assert.deepEqual(sent, [`${TO} 123456`, "jane.doe@gmail.com 654321"]);
  const user = {
    type: "user.created",
    data: {
      phone_numbers: [{ phone_number: TO, verification: { status: "verified" } }],
      email_addresses: [{ email_address: "jane.doe@gmail.com", verification: { status: "unverified" } }],
    },
  };
  assert.equal(await deliver(clerk, user), 204);
  assert.deepEqual(await prefixOf(app), { sent: 1, verified: 1, conversion: 1 });

  const other = `whsec_${btoa("another secret, of 24 bytes or more")}`;
  assert.equal(await deliver(clerk, smsTo("+4915111112222"), { secret: other }), 401);
  for (const event of [null, 5, {}, { type: "sms.created", data: null }, { type: "user.created" }]) {
    assert.equal(await deliver(clerk, event), 204, JSON.stringify(event));
  }
  assert.equal(sent.length, 2);
  const open = await loadClerk(app.origin, app.live, "");
  assert.equal(await deliver(open, smsTo(TO)), 500, "anyone could have messages sent");
});

Deno.test("examples/clerk_codes.ts sends while Winnow gives no answer", async () => {
  await withBrokenWinnows(async ({ name, url, refuses }) => {
    const clerk = await loadClerk(url, "wk_live_x");
    const sent: string[] = [];
    clerk.sender.deliver = ({ to }) => Promise.resolve(void sent.push(to));
    assert.equal(await deliver(clerk, smsTo(TO)), 204, name);
    assert.deepEqual(sent, refuses ? [] : [TO], name);
  });
});
