import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const NAMES = ["anna", "james", "maria", "peter", "julia", "robert", "emma", "david", "laura", "michael"];
const LAST = ["smith", "miller", "garcia", "brown", "jones", "davis"];
const EYEBALL = [73, 86, 92, 24, 98];

Deno.test("a campaign beside a flood says as many sign-ups as its facts find, those within the flood too", async () => {
  let now = Date.parse("2026-09-01T08:00:00Z");
  await using app = await startApp({ now: () => now });
  const score = async (json: Record<string, unknown>) => {
    now += 1_000;
    assert.equal((await app.askDirectly("/v1/score/user", { json })).status, 200);
  };
  for (let number = 0; number < 40; number++) {
    const domain = ["gmail.com", "outlook.com", "yahoo.com", "gmx.de", "web.de"][number % 5];
    await score({
      ip: `${EYEBALL[number % 5]}.${number}.${(number * 7) % 251}.9`,
      email: `${NAMES[number % 10]}.smith${number}@${domain}`,
      device_id: number.toString(16).padStart(32, "a"),
    });
  }
  for (let number = 0; number < 5; number++) {
    const ip = number === 0 ? "51.68.3.4" : `${EYEBALL[number]}.180.${number}.7`;
    await score({ ip, email: `q${number}xk@kestrelbyte.com` });
  }
  for (let number = 0; number < 30; number++) {
    await score({ ip: `${EYEBALL[number % 5]}.190.${number}.7`, email: `v${number * 17}zt@ravenfoil.net` });
  }
  for (let number = 0; number < 200; number++) {
    const ip = number < 20 ? `51.68.${number}.9` : `${EYEBALL[number % 5]}.${number % 200}.${number % 250}.3`;
    await score({ ip, email: `${NAMES[number % 10]}${number * 31}miller@gmail.com` });
  }
  const { campaigns } = (await app.ask("/v1/campaigns?fresh=true")).body;
  const farm = campaigns.find(({ text }: { text: string }) => text.includes("kestrelbyte.com"));
  assert.equal(farm?.signups, 5);
  const domains: string[] = campaigns.flatMap(({ facts }: { facts: Record<string, string[]> }) =>
    facts["email.domain"] ?? []
  );
  assert.deepEqual(
    domains.sort(),
    ["kestrelbyte.com", "ravenfoil.net"],
    "free mail is not new because the account is",
  );
  const keys = new Set<string>();
  for (const { facts, signups } of campaigns) {
    if (Object.keys(facts).length === 0) continue;
    assert.equal((await app.ask("/v1/scores/search", { json: { facts } })).body.total, signups);
    assert.ok(!keys.has(JSON.stringify(facts)), "one card for what is shared");
    keys.add(JSON.stringify(facts));
  }
});

Deno.test("on the first day of an account one campaign does not hide a smaller one", async () => {
  let now = Date.parse("2026-09-01T08:00:00Z");
  await using app = await startApp({ now: () => now });
  const score = async (json: Record<string, unknown>) => {
    now += 30_000;
    assert.equal((await app.askDirectly("/v1/score/user", { json })).status, 200);
  };
  for (let number = 0; number < 300; number++) {
    const domain = ["gmail.com", "outlook.com", "yahoo.com", "gmx.de", "web.de"][number % 5];
    await score({
      ip: `${EYEBALL[number % 5]}.${number % 180}.${(number * 7) % 251}.9`,
      email: `${NAMES[number % 10]}${[".", "_", ""][number % 3]}${LAST[Math.floor(number / 10) % 6]}${
        number < 60 ? "" : number
      }@${domain}`,
      device_id: number.toString(16).padStart(32, "a"),
    });
  }
  assert.deepEqual((await app.ask("/v1/campaigns?fresh=true")).body.campaigns, []);
  for (const [domain, count] of [["ravenfoil.net", 8], ["kestrelbyte.com", 4]] as const) {
    for (let number = 0; number < count; number++) {
      await score({
        ip: `${EYEBALL[number % 5]}.190.${number}.${count}`,
        email: `v${number * 17}zt@${domain}`,
      });
    }
  }
  const { campaigns } = (await app.ask("/v1/campaigns?fresh=true")).body;
  assert.deepEqual(
    campaigns.map(({ facts, signups }: Record<string, unknown>) => [facts, signups]),
    [[{ "email.domain": ["ravenfoil.net"] }, 8], [{ "email.domain": ["kestrelbyte.com"] }, 4]],
  );
});
