/** examples/better_auth_guard.mjs before the real program, which is killed and comes back: codes and log-ins, end to end. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { startExample } from "../../support/process/example.ts";
import { makeKey, processTest, startServer } from "../../support/process/program.ts";
import { freePort } from "../../support/servers/free_port.ts";

const HOME = "91.64.12.7"; // Vodafone, Germany
const ABROAD = "189.6.12.7"; // Claro, Brazil
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15";
const OWN = { ip: HOME, agent: FIREFOX, device: { device_id: "0123456789abcdef0123456789abcdef" } };
const THIEF = { ip: ABROAD, agent: SAFARI, device: { device_id: "fedcba9876543210fedcba9876543210" } };
const PASSWORD = "correct horse battery";
const JANE = "jane.doe@gmail.com";

type Visitor = typeof OWN;

/** The application and the Winnow behind it, as a browser and an operator have them. */
async function startBoth(folder: string) {
  const { key } = await makeKey(folder, "main", "--scope", "score", "--scope", "feedback");
  const settings = { WINNOW_PORT: String(freePort()) };
  let winnow = await startServer(folder, settings);
  const app = await startExample("better_auth_guard.mjs", {
    PORT: String(freePort()),
    API_URL: winnow.origin,
    API_KEY: key,
    // A busy machine is not an absent service.
    API_TIMEOUT_MS: "15000",
  });
  const post = async (path: string, body: Record<string, unknown>, { ip, agent, device }: Visitor = OWN) => {
    const response = await fetch(`${app.origin}/api/auth${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: app.origin,
        "x-forwarded-for": ip,
        "user-agent": agent,
      },
      body: JSON.stringify({ ...body, device }),
    });
    const text = await response.text();
    return {
      status: response.status,
      code: (text.startsWith("{") ? JSON.parse(text).code : undefined) as string | undefined,
      retryAfter: response.headers.get("retry-after"),
      cookies: response.headers.getSetCookie(),
    };
  };
  const sentTo = (to: string) =>
    [...app.output().matchAll(/^to (\S+): (.*)$/gm)].filter(([, one]) => one === to).map(([, , text]) =>
      text!
    );
  const codesTo = (to: string) => sentTo(to).filter((text) => /^\d{6}$/.test(text));
  return {
    app,
    post,
    /** Several codes to one recipient within a minute. */
    async allowRepeats() {
      const { key } = await makeKey(folder, "main");
      const response = await fetch(`${winnow.origin}/v1/guard/settings`, {
        method: "PUT",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ limits: { recipient_minute: 3 } }),
      });
      assert.equal(response.status, 200, await response.text());
    },
    signIn: (visitor?: Visitor, password = PASSWORD) =>
      post("/sign-in/email", { email: JANE, password }, visitor),
    /** The texts that were sent to it. */
    sentTo,
    /** The last code that was sent to it: what the program prints may come later than its answer. */
    async code(to: string, after = 0) {
      await eventually(() => codesTo(to).length > after, `a code for ${to}`);
      return codesTo(to).at(-1)!;
    },
    kill: () => winnow.kill(),
    restart: async () => {
      winnow = await startServer(folder, settings);
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await winnow.kill();
    },
  };
}

type Both = Awaited<ReturnType<typeof startBoth>>;

/** Each from a visitor of its own. */
async function sendTo({ post }: Both, phone: string, ip = HOME) {
  const device = { device_id: ip.replaceAll(".", "").padStart(32, "0") };
  return await post("/phone-number/send-otp", { phoneNumber: phone }, { ...OWN, ip, device });
}

async function enter({ post, code }: Both, phone: string) {
  return await post("/phone-number/verify", { phoneNumber: phone, code: await code(phone) });
}

processTest(
  "Better Auth's codes: honest ones pass, a pumped block is stopped, and a killed Winnow stops nobody",
  async (folder) => {
    await using both = await startBoth(folder);
    const honest = (index: number) => `+49151${23456789 + index * 111_111}`;
    for (let index = 0; index < 4; index++) {
      assert.equal((await sendTo(both, honest(index), `91.64.${index}.7`)).status, 200);
      assert.equal((await enter(both, honest(index))).status, 200);
    }
    const again = await sendTo(both, honest(0));
    assert.deepEqual([again.status, again.code], [429, "SEND_REFUSED"], "twice in a minute");
    assert.ok(Number(again.retryAfter) > 0);
    assert.equal(both.sentTo(honest(0)).length, 1);

    // Nobody enters these: neighbours, each asked for from an address and a device of its own.
    const pumped = (index: number) => `+4917612340${String(100 + index)}`;
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++) {
      statuses.push((await sendTo(both, pumped(index), `91.${10 + index}.12.7`)).status);
    }
    const sent = statuses.filter((status) => status === 200).length;
    assert.ok(sent > 0 && sent < 4, `${sent} of the run were sent`);
    assert.deepEqual(statuses.slice(sent), Array(12 - sent).fill(429), "and none after the first refusal");
    assert.equal((await sendTo(both, honest(5), "91.65.9.7")).status, 200, "honest numbers go on");
    assert.equal((await enter(both, honest(5))).status, 200);

    await both.kill();
    assert.equal((await sendTo(both, honest(6), "91.66.9.7")).status, 200);
    assert.equal((await enter(both, honest(6))).status, 200, "and its code is good");
    assert.equal((await sendTo(both, pumped(12), "91.67.9.7")).status, 200, "nothing is known of it");
    await both.restart();
    const refused = await sendTo(both, pumped(13), "91.68.9.7");
    assert.deepEqual([refused.status, refused.code], [429, "SEND_REFUSED"], "what it knew, it knows");
    assert.deepEqual(both.sentTo(pumped(11)), [], "what was refused was never sent");
    assert.equal(both.sentTo(honest(0)).length, 1);
    assert.equal(both.sentTo(pumped(12)).length, 1);
  },
);

processTest(
  "Better Auth's log-ins: a thief with the password is asked to step up, the user proves it by a code, and a killed Winnow locks nobody out",
  async (folder) => {
    await using both = await startBoth(folder);
    const { post, signIn, sentTo, app } = both;
    assert.equal(
      (await post("/sign-up/email", { name: "Jane", email: JANE, password: PASSWORD })).status,
      200,
    );
    await both.allowRepeats();
    await post("/email-otp/send-verification-otp", { email: JANE, type: "email-verification" });
    assert.equal(
      (await post("/email-otp/verify-email", { email: JANE, otp: sentTo(JANE).at(-1) })).status,
      200,
    );
    for (let logins = 0; logins < 4; logins++) assert.equal((await signIn()).status, 200);
    assert.equal((await signIn(OWN, "a wrong password")).status, 401);

    const thief = await signIn(THIEF);
    assert.deepEqual([thief.status, thief.code], [403, "STEP_UP_REQUIRED"], app.output());
    assert.deepEqual(thief.cookies.filter((cookie) => cookie.includes("session")), [], "no session");
    await eventually(() => /refused step_up .*new device/.test(app.output()), "the application logs why");
    await eventually(() => sentTo(JANE).some((text) => text.includes("log in")), "the user hears of it");

    // The user, whom the mail alarmed, comes back with a code at home: that says nothing of the thief.
    await post("/email-otp/send-verification-otp", { email: JANE, type: "sign-in" });
    assert.equal(
      (await post("/sign-in/email-otp", { email: JANE, otp: await both.code(JANE, 1) })).status,
      200,
    );
    assert.equal((await signIn(THIEF)).status, 403, "the thief is still asked");

    // The user is really abroad, with a new machine: a code to the mailbox shows it.
    await post("/email-otp/send-verification-otp", { email: JANE, type: "sign-in" }, THIEF);
    const otp = await both.code(JANE, 2);
    const proven = await post("/sign-in/email-otp", { email: JANE, otp }, THIEF);
    assert.equal(proven.status, 200, app.output());
    assert.equal((await signIn(THIEF)).status, 200, "the device is the user's now");

    const other = { ...THIEF, ip: "126.1.12.7", device: { device_id: "00112233445566778899aabbccddeeff" } };
    assert.equal((await signIn(other)).status, 403, "Japan, minutes later");
    await both.kill();
    assert.equal((await signIn(other)).status, 200, "nobody is locked out");
    assert.equal((await signIn(other, "a wrong password")).status, 401, "the password still counts");
    await both.restart();
    assert.equal((await signIn(other)).status, 403, "it judges again");
    assert.equal((await signIn()).status, 200, "and knows the user");
  },
);
