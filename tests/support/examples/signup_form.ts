/** What a server of a sign-up form answers with Winnow behind it: the same for every example that has one. */
import assert from "node:assert/strict";

export const WELCOME = "Welcome!";
export const REVIEW = "Thank you. We will write to you soon.";
export const BLOCK = "We cannot create this account.";
const DEVICE = { device_id: "9f86d081884c7d659a2feaa0c55ad015", signals: {}, automation: {} };
const JANE = { email: "jane.doe@gmail.com" };

/** `null`: refused by the example itself, without an account. */
const ROWS: [name: string, body: unknown, status: number, message: string | null][] = [
  ["a person", JANE, 200, WELCOME],
  ["with a device", { ...JANE, device: DEVICE }, 200, WELCOME],
  ["without the script", { ...JANE, device: null }, 200, WELCOME],
  ["a rule", { email: "someone@blocked.example" }, 403, BLOCK],
  ["a rule, with a nonsense device", { email: "x@blocked.example", device: { device_id: "z" } }, 403, BLOCK],
  ["nonsense device_id", { ...JANE, device: { device_id: "nonsense" } }, 200, REVIEW],
  ["a number for a device_id", { ...JANE, device: { device_id: 1 } }, 200, REVIEW],
  ["a list for a device_id", { ...JANE, device: { device_id: [1] } }, 200, REVIEW],
  ["a text for a device", { ...JANE, device: "x" }, 200, REVIEW],
  ["nonsense signals", { ...JANE, device: { ...DEVICE, signals: "x" } }, 200, REVIEW],
  ["an e-mail of many characters", { email: `${"a".repeat(5000)}@gmail.com` }, 200, REVIEW],
  ["no e-mail", {}, 400, null],
  ["an empty e-mail", { email: "" }, 400, null],
  ["a blank e-mail", { email: " " }, 400, null],
  ["a blank e-mail of other blanks", { email: "\t\u00a0\n" }, 400, null],
  ["an e-mail that is a list", { email: ["jane.doe@gmail.com"] }, 400, null],
  ["an e-mail that is a number", { email: 5 }, 400, null],
  ["a list", [JANE], 400, null],
  ["an e-mail that is an object", { email: { $ne: 1 } }, 400, null],
  ["null", null, 400, null],
];

interface FormAnswer {
  readonly status: number;
  readonly text: string;
  readonly message: () => string;
}

export async function postForm(url: string, body: unknown, ip?: string): Promise<FormAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(ip === undefined ? {} : { "x-forwarded-for": ip }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  // FastAPI calls it `detail` where it refuses.
  const message = () => JSON.parse(text).message ?? JSON.parse(text).detail;
  return { status: response.status, text, message };
}

// deno-lint-ignore no-explicit-any -- answers of every shape
type AskWinnow = (path: string, options?: { readonly json?: unknown }) => Promise<{ body: any }>;

/** @param ask as the account that the server of the form asks with @param url of the form */
export async function assertScreens(ask: AskWinnow, url: string): Promise<void> {
  await ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  for (const [name, body, status, message] of ROWS) {
    const answer = await postForm(url, body);
    assert.equal(answer.status, status, `${name}: ${answer.text}`);
    if (message !== null) assert.equal(answer.message(), message, name);
  }
  assert.equal((await postForm(url, "{")).status, 400, "no JSON");
  // The bypass: with a device_id that made every call fail, a throw-away mailbox was welcome.
  for (const device of [undefined, { device_id: "nonsense" }, { device_id: "zz".repeat(9000) }, "x", 1, []]) {
    for (const email of ["bot@mailinator.com", "someone@blocked.example"]) {
      const answer = await postForm(url, { email, device });
      assert.notEqual(answer.message(), WELCOME, JSON.stringify({ email, device }).slice(0, 80));
    }
  }
  assert.ok((await ask("/v1/usage")).body.used > ROWS.length, "it was scored");
}

/** Winnow is gone: who gave something readable is let in, nonsense is not. */
export async function assertScreensAlone(url: string): Promise<void> {
  assert.equal((await postForm(url, JANE)).message(), WELCOME, "Winnow is away");
  const away = await postForm(url, { ...JANE, device: "x" });
  assert.equal(away.message(), REVIEW, "Winnow is away, and the device is none");
}

/** One address that floods the form is refused; others are not, where the server believes the proxy before it. */
export async function assertLimits(url: string, seesProxies: boolean): Promise<void> {
  const flood = "203.0.113.77";
  let answer = await postForm(url, {}, flood);
  for (let count = 1; answer.status !== 429 && count < 500; count++) answer = await postForm(url, {}, flood);
  assert.equal(answer.status, 429);
  assert.equal(typeof answer.message(), "string");
  if (!seesProxies) return;
  assert.equal((await postForm(url, {}, "203.0.113.78")).status, 400, "another address");
  for (const last of ["1", "ffff"]) await postForm(url, {}, `2001:db8:1:2::${last}`);
  const network = Array.from({ length: 100 }, (_, i) => postForm(url, {}, `2001:db8:1:2::${i.toString(16)}`));
  assert.ok((await Promise.all(network)).some(({ status }) => status === 429), "a /64 is one");
  assert.equal((await postForm(url, {}, "2001:db8:1:3::1")).status, 400, "the next /64");
}
