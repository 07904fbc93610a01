/** The guard in front of Better Auth's phone numbers and e-mail codes, and without Winnow. */
import assert from "node:assert/strict";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { APIError } from "better-auth/api";
import { emailOTP, phoneNumber } from "better-auth/plugins";
import { Winnow } from "../../../clients/typescript/src/index.ts";
import { startApp } from "../../support/app/app.ts";

const BASE = "http://localhost:3000";

/** As the guide says: ask, send, tell. */
function application(winnow: Winnow) {
  const sent: { to: string; code: string }[] = [];
  const sends = new Map<string, string | null>();
  const ask = async (channel: "sms" | "email", to: string, code: string) => {
    const { decision, sendId } = await winnow.guard.send({ channel, to, purpose: "signup" });
    if (decision !== "allow") throw new APIError("TOO_MANY_REQUESTS", { message: "Please try again later." });
    sends.set(to, sendId);
    sent.push({ to, code });
  };
  const auth = betterAuth({
    baseURL: BASE,
    secret: "a secret of the test that is long enough",
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    rateLimit: { enabled: false },
    plugins: [
      phoneNumber({
        sendOTP: ({ phoneNumber, code }) => ask("sms", phoneNumber, code),
        signUpOnVerification: { getTempEmail: (phone) => `${phone.slice(1)}@temp.example` },
        callbackOnVerification: async ({ phoneNumber }) => {
          assert.equal(await winnow.guard.outcome(sends.get(phoneNumber) ?? null, "verified"), true);
        },
      }),
      emailOTP({ sendVerificationOTP: ({ email, otp }) => ask("email", email, otp) }),
    ],
  });
  const post = (path: string, body: unknown) =>
    auth.handler(
      new Request(`${BASE}/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: BASE },
        body: JSON.stringify(body),
      }),
    );
  return { sent, post };
}

Deno.test("Better Auth's phone plug-in: the second code within a minute is refused, an entered one is told", async () => {
  await using app = await startApp();
  const { sent, post } = application(new Winnow({ baseUrl: app.origin, apiKey: app.live, timeoutMs: 5000 }));
  const phone = { phoneNumber: "+4915112345678" };
  assert.equal((await post("/phone-number/send-otp", phone)).status, 200);
  assert.equal((await post("/phone-number/verify", { ...phone, code: sent[0]!.code })).status, 200);
  const refused = await post("/phone-number/send-otp", phone);
  await refused.body?.cancel();
  assert.equal(refused.status, 429);
  assert.deepEqual(sent.map(({ to }) => to), ["+4915112345678"]);
  const { body } = await app.ask("/v1/guard/send", { json: { channel: "sms", to: "+4915112349999" } });
  assert.deepEqual(body.prefix, { sent: 1, verified: 1, conversion: 1 });
});

Deno.test("Better Auth's e-mail codes: spellings of one mailbox are one recipient", async () => {
  await using app = await startApp();
  const { sent, post } = application(new Winnow({ baseUrl: app.origin, apiKey: app.live, timeoutMs: 5000 }));
  for (const email of ["jane.doe@gmail.com", "janedoe+1@gmail.com", "j.anedoe@gmail.com"]) {
    await (await post("/email-otp/send-verification-otp", { email, type: "sign-in" })).body?.cancel();
  }
  assert.deepEqual(sent.map(({ to }) => to), ["jane.doe@gmail.com"]);
});

Deno.test("without Winnow codes are sent", async () => {
  const app = await startApp();
  const winnow = new Winnow({ baseUrl: app.origin, apiKey: app.live, timeoutMs: 2000 });
  await app[Symbol.asyncDispose]();
  const decided = await winnow.guard.send({ channel: "sms", to: "+4915112345678" });
  assert.deepEqual([decided.decision, decided.degraded, decided.sendId], ["allow", true, null]);
  assert.equal(await winnow.guard.outcome("snd_x", "verified"), false);
  const { sent, post } = application(winnow);
  assert.equal((await post("/phone-number/send-otp", { phoneNumber: "+4915112345678" })).status, 200);
  assert.equal(sent.length, 1);
});
