/** The examples that protect a sign-up form: what they let in, and that no input of a visitor gets past Winnow. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { startExample } from "../../support/process/example.ts";

const WELCOME = "Welcome!";
const REVIEW = "Thank you. We will write to you soon.";
const BLOCK = "We cannot create this account.";
const DEVICE = { device_id: "9f86d081884c7d659a2feaa0c55ad015", signals: {}, automation: {} };

/** `null`: refused by the example itself, without an account. */
const ROWS: [string, unknown, number, string | null][] = [
  ["a person", { email: "jane.doe@gmail.com" }, 200, WELCOME],
  ["with a device", { email: "jane.doe@gmail.com", device: DEVICE }, 200, WELCOME],
  ["without the script", { email: "jane.doe@gmail.com", device: null }, 200, WELCOME],
  ["a rule", { email: "someone@blocked.example" }, 403, BLOCK],
  ["nonsense device_id", { email: "jane.doe@gmail.com", device: { device_id: "nonsense" } }, 200, REVIEW],
  ["a number for a device_id", { email: "jane.doe@gmail.com", device: { device_id: 1 } }, 200, REVIEW],
  ["a text for a device", { email: "jane.doe@gmail.com", device: "x" }, 200, REVIEW],
  ["nonsense signals", { email: "jane.doe@gmail.com", device: { ...DEVICE, signals: "x" } }, 200, REVIEW],
  ["no e-mail", {}, 400, null],
  ["an e-mail that is an object", { email: { $ne: 1 } }, 400, null],
  ["null", null, 400, null],
];

for (const [file, path] of [["signup_server.ts", "/"], ["express.ts", "/signup"], ["hono.ts", "/signup"]]) {
  Deno.test(`examples/${file}: verdicts become answers, and invalid input is no welcome`, async () => {
    await using app = await startApp();
    const { key } = await app.account("main", { scopes: ["score"] });
    await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
    await using example = await startExample(file!, { API_URL: app.origin, API_KEY: key });
    const signUp = async (body: string) => {
      const response = await fetch(`${example.origin}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const text = await response.text();
      return { status: response.status, text, message: () => JSON.parse(text).message as string };
    };
    for (const [name, body, status, message] of ROWS) {
      const answer = await signUp(JSON.stringify(body));
      assert.equal(answer.status, status, `${name}: ${answer.text}`);
      if (message !== null) assert.equal(answer.message(), message, name);
    }
    assert.equal((await signUp("{")).status, 400, "no JSON");
    // The bypass: with a device_id that made every call fail, a throw-away mailbox was welcome.
    for (
      const device of [undefined, { device_id: "nonsense" }, { device_id: "zz".repeat(9000) }, "x", 1, []]
    ) {
      for (const email of ["bot@mailinator.com", "someone@blocked.example"]) {
        const answer = await signUp(JSON.stringify({ email, device }));
        assert.notEqual(answer.message(), WELCOME, JSON.stringify({ email, device }).slice(0, 80));
      }
    }
    const before = (await app.ask("/v1/usage")).body.used as number;
    assert.ok(before > ROWS.length, "it was scored");
    await app.close();
    assert.equal(
      (await signUp(JSON.stringify({ email: "jane.doe@gmail.com" }))).message(),
      WELCOME,
      "Winnow is away",
    );
    const away = await signUp(JSON.stringify({ email: "jane.doe@gmail.com", device: "x" }));
    assert.equal(away.message(), REVIEW, "Winnow is away, and the device is none");
  });
}
