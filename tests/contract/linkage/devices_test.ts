/** Devices that many people have, by model or by office: what is usual for them, and what a client may only claim. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DEVICE = "0123456789abcdef0123456789abcdef";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const MAC_CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const M1 = "ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Unspecified Version)";
const NVIDIA = "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)";

async function scoring() {
  const clock = { now: Date.parse("2036-03-03T09:00:00Z") };
  const app = await startApp({
    now: () => clock.now,
    env: { WINNOW_RATE_LIMIT: "100000", WINNOW_TRUST_PROXY: "true" },
  });
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  return { app, clock };
}

async function signup(app: TestApp, json: unknown) {
  const { status, body } = await app.ask("/v1/score/user", { json });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Letters only, and all different. */
function name(index: number): string {
  const digits = String(index * 7919 % 10_000).padStart(4, "0");
  return Array.from(digits, (digit, at) => "bdfgklmnrs"[Number(digit)]! + "aeiou"[(Number(digit) + at) % 5])
    .join("");
}

const home = (index: number) =>
  `${[73, 91, 98, 174][index % 4]}.${15 + index % 7}.${index % 240}.${index % 250 + 1}`;

Deno.test("people with equal phones and Macs are no ring, wherever they are; a distinct machine still is", async () => {
  const rows: [what: string, signals: Record<string, string>, joined: boolean][] = [
    ["iPhones", { user_agent: IPHONE, webgl_renderer: "Apple GPU" }, false],
    ["iPhones that name no graphics card", { user_agent: IPHONE }, false],
    ["Chrome on Apple Silicon", { user_agent: MAC_CHROME, webgl_renderer: M1 }, false],
    ["Chrome on a Mac without WebGL", { user_agent: MAC_CHROME }, false],
    ["Windows with a graphics card", { user_agent: WINDOWS, webgl_renderer: NVIDIA }, true],
    ["a device id alone", {}, true],
  ];
  // Britain, Germany, France, Japan, the United States.
  const countries = ["81.2.69.160", "91.198.174.7", "90.10.20.30", "126.15.20.7", "73.15.20.7"];
  for (const [what, device_signals, joined] of rows) {
    const { app, clock } = await scoring();
    await using _ = app;
    for (const [i, ip] of countries.entries()) {
      clock.now += HOUR / 6;
      const body = await signup(app, {
        ip,
        email: `${name(i)}@gmail.com`,
        device_id: DEVICE,
        device_signals,
      });
      const expected = joined && i > 0 ? "review" : "allow";
      assert.equal(body.verdict, expected, `${what}, ${ip}: ${body.top_signals}`);
      assert.equal(body.linkage.ring?.size ?? 1, joined ? i + 1 : 1, `${what}, ${ip}`);
    }
  }
});

Deno.test("two hundred people with Macs on few models over two weeks: hardly anybody is reviewed", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  let reviewed = 0;
  for (let i = 0; i < 200; i++) {
    clock.now += 1.6 * HOUR;
    const body = await signup(app, {
      ip: home(i),
      email: `${name(i)}@gmail.com`,
      device_id: String(i % 5).repeat(32),
      device_signals: { user_agent: MAC_CHROME, webgl_renderer: M1.replace("M1", `M${1 + i % 3}`) },
    });
    if (body.verdict !== "allow") reviewed++;
  }
  assert.ok(reviewed <= 4, `${reviewed} of 200`);
});

Deno.test("sixty sign-ups that claim one iPhone are a flood; as many who fit their place are not", async () => {
  const claimed = { user_agent: IPHONE, webgl_renderer: "Apple GPU" };
  for (const fitting of [false, true]) {
    const { app, clock } = await scoring();
    await using _ = app;
    const signals = fitting ? { ...claimed, timezone: "Europe/London" } : claimed;
    let stopped = 0;
    const why: string[] = [];
    for (let i = 0; i < 60; i++) {
      clock.now += 1000;
      const body = await signup(app, {
        ip: fitting ? `86.${128 + i}.10.7` : home(i),
        email: `${name(i)}@gmail.com`,
        device_id: DEVICE,
        device_signals: signals,
      });
      if (body.verdict !== "allow") stopped++;
      why.push(...(body.verdict === "allow" ? [] : body.top_signals));
    }
    assert.equal(stopped, fitting ? 0 : 40, why.join());
  }
});

Deno.test("twelve sign-ups at a made-up domain make no office of a device, nor do they help anybody else on it", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  for (let i = 0; i < 12; i++) {
    clock.now += 1000;
    await signup(app, {
      ip: home(i),
      email: `${name(i)}@kestrelbyte-mail.com`,
      device_id: String(i % 9).padStart(32, i < 9 ? "a" : "b"),
    });
    await signup(app, {
      ip: home(i + 100),
      email: `${name(i + 100)}@kestrelbyte-mail.com`,
      device_id: DEVICE,
    });
  }
  let stopped = 0;
  for (let i = 0; i < 60; i++) {
    clock.now += 1000;
    const body = await signup(app, {
      ip: home(i + 200),
      email: `${name(i + 200)}@gmail.com`,
      device_id: DEVICE,
    });
    if (body.verdict !== "allow") stopped++;
  }
  assert.equal(stopped, 60);
});

interface University {
  readonly app: TestApp;
  readonly clock: { now: number };
  readonly lab: (computer: number) => string;
}

/** Over two weeks students come from their own devices, then some of them from the computers of a laboratory. */
async function university(): Promise<University> {
  const { app, clock } = await scoring();
  const lab = (computer: number) => String(computer).padStart(32, "c");
  for (let i = 0; i < 80; i++) {
    clock.now += 4 * HOUR;
    await signup(app, {
      ip: `141.50.${10 + i % 3}.${i + 1}`,
      email: `${name(i)}@northfield-university.org`,
      device_id: i < 40 ? String(i).padStart(32, "d") : lab(i % 10),
    });
  }
  return { app, clock, lab };
}

Deno.test("at an organisation that was there for days colleagues share devices, and nobody from elsewhere does", async () => {
  const { app, clock, lab } = await university();
  await using _ = app;
  const rows: [email: string, after: number, verdict: string][] = [
    ["bela@northfield-university.org", DAY, "allow"],
    ["mona@northfield-university.org", HOUR / 6, "allow"],
    ["sofi@library.northfield-university.org", HOUR / 6, "allow"],
    ["rudi@gmail.com", HOUR / 6, "review"],
    ["lara@gmail.com", HOUR / 6, "review"],
    ["nora@northfield-university.org", HOUR / 6, "allow"],
  ];
  for (const [email, after, verdict] of rows) {
    clock.now += after;
    const body = await signup(app, { ip: "141.50.10.99", email, device_id: lab(3) });
    assert.equal(body.verdict, verdict, `${email}: ${body.top_signals}`);
  }
});

Deno.test("a shared device is judged against its own usual rate", async () => {
  const { app, clock, lab } = await university();
  await using _ = app;
  clock.now += DAY;
  let stopped = 0;
  for (let i = 0; i < 40; i++) {
    clock.now += 1000;
    const email = `${name(i + 500)}@northfield-university.org`;
    const body = await signup(app, { ip: home(i), email, device_id: lab(3) });
    if (body.verdict !== "allow") stopped++;
  }
  assert.ok(stopped >= 19, `${stopped} of the last twenty and more`);
});

async function tokenFrom(app: TestApp, ip: string): Promise<string> {
  const { text } = await app.ask("/fp.js", { key: null, headers: { "x-forwarded-for": ip } });
  return /device_token = "([^"]+)"/.exec(text)![1]!;
}

Deno.test("the token of /fp.js says when and from where it was loaded, and nobody else can make one", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  const token = await tokenFrom(app, "73.15.20.7");
  assert.equal(await tokenFrom(app, "73.15.20.8"), token, "one network");
  assert.notEqual(await tokenFrom(app, "73.15.21.8"), token);
  assert.ok(!token.includes("73"), token);
  const [time, network, signature] = token.split(".");
  const state = async (device_token: unknown) =>
    (await signup(app, { ip: "73.15.20.7", device_id: DEVICE, device_token })).device_token;
  assert.equal(await state(token), "valid");
  assert.equal(await state(undefined), undefined);
  assert.equal(await state(null), undefined);
  assert.equal(await state(""), undefined);
  const other = (await tokenFrom(app, "91.15.20.7")).split(".")[1];
  for (
    const forged of [
      "x",
      `${time}.${other}.${signature}`,
      `${time}.${network}.${signature!.slice(0, -2)}xx`,
      `${(parseInt(time!, 36) + 1).toString(36)}.${network}.${signature}`,
      `${time}..${signature}`,
    ]
  ) assert.equal(await state(forged), "invalid", forged);
  // The machine's own address, or that of a proxy, is no visitor's.
  assert.match(await tokenFrom(app, "10.0.0.7"), /^\w+\.\.[\w-]+$/);
  clock.now += DAY - HOUR;
  assert.equal(await state(token), "valid");
  clock.now += 2 * HOUR;
  assert.equal(await state(token), "expired");
  for (const wrong of [7, "x".repeat(300), {}]) {
    const { status, body } = await app.ask("/v1/score/user", {
      json: { device_id: DEVICE, device_token: wrong },
    });
    assert.deepEqual([status, body.errors[0].pointer], [400, "/device_token"]);
  }
  const { status } = await app.ask("/v1/score/user", { json: { device_token: token } });
  assert.equal(status, 400, "nothing to score");
  for (const [sent, said] of [[await tokenFrom(app, "81.2.69.142"), "valid"], ["x", "invalid"]] as const) {
    const query = new URLSearchParams({ device_id: DEVICE, device_token: sent });
    const byQuery = await app.ask(`/v1/score/user?${query}`);
    assert.deepEqual([byQuery.status, byQuery.body.device_token, byQuery.body.warnings], [
      200,
      said,
      undefined,
    ]);
  }
});

Deno.test("where pages carry tokens, a claimed model without one is doubted, and one page's network is counted", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  const claimed = { user_agent: IPHONE, webgl_renderer: "Apple GPU" };
  const come = (i: number, given: Record<string, unknown>) =>
    signup(app, {
      email: `${name(i)}@gmail.com`,
      ip: home(i),
      device_id: DEVICE,
      device_signals: claimed,
      ...given,
    });
  assert.deepEqual((await come(0, {})).top_signals.filter((text: string) => text.includes("token")), []);
  for (let day = 0; day < 3; day++) {
    const device_token = await tokenFrom(app, home(day + 1));
    assert.equal((await come(day + 1, { device_token })).verdict, "allow");
    clock.now += DAY;
  }
  let stopped = 0;
  for (let i = 0; i < 20; i++) if ((await come(i + 10, {})).verdict !== "allow") stopped++;
  assert.ok(stopped >= 15, `${stopped} of 20 without a token`);
  clock.now += 2 * HOUR;
  stopped = 0;
  for (let i = 0; i < 30; i++) {
    const ip = home(i + 50);
    if ((await come(i + 50, { device_token: await tokenFrom(app, ip), ip })).verdict !== "allow") stopped++;
  }
  assert.equal(stopped, 0, "people whose pages were loaded where they are");
  // Page loaded once by a machine, and new ids sent through the lines of others.
  clock.now += DAY;
  const device_token = await tokenFrom(app, "174.15.200.7");
  stopped = 0;
  for (let i = 0; i < 100; i++) {
    const body = await come(i + 100, {
      device_token,
      device_id: String(i).padStart(32, "e"),
      device_signals: { user_agent: WINDOWS, webgl_renderer: NVIDIA },
    });
    if (body.verdict !== "allow") stopped++;
  }
  assert.equal(stopped, 40, "from the sixty-first on");
});
