import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { mailSettings, onlineSettings, withMailServer } from "../../support/app/online.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import { startDnsServer, zone } from "../../support/servers/dns_server.ts";
import { startCanary } from "../../support/servers/http_server.ts";
import { mailboxes, type SmtpScript, STALL, startSmtpServer } from "../../support/servers/smtp_server.ts";

const MX = [{ preference: 10, exchange: "mx.shop.com" }];
const ROWS = {
  "shop.com": { A: ["127.0.0.1"], MX },
  "mx.shop.com": { A: ["127.0.0.1"] },
  "yahoo.com": { A: ["127.0.0.1"], MX: [{ preference: 1, exchange: "mta5.am0.yahoodns.net" }] },
  "mta5.am0.yahoodns.net": { A: ["127.0.0.1"] },
};
const PERMANENT = "550 5.1.1 No such user";

async function verify(app: TestApp, email: string, wait = true) {
  const answer = await app.ask(
    `/v1/verify/email?email=${encodeURIComponent(email)}&wait_for_mailbox=${wait}`,
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

function mailboxOf(body: Awaited<ReturnType<typeof verify>>) {
  const { mailbox_status, mailbox_exists, is_catch_all } = body.signals;
  return [mailbox_status, mailbox_exists, is_catch_all];
}

const rows: {
  name: string;
  script: SmtpScript;
  email?: string;
  env?: Record<string, string>;
  expected: unknown[];
  status?: string;
  sub?: string;
}[] = [
  {
    name: "a mailbox that exists",
    script: { rcpt: mailboxes({ "ann.smith@shop.com": "250 Ok" }) },
    expected: ["verified", true, false],
  },
  {
    name: "no such mailbox",
    script: { rcpt: mailboxes({}) },
    expected: ["verified", false, false],
    status: "invalid",
    sub: "mailbox_not_found",
  },
  {
    name: "a domain that takes everything",
    script: { rcpt: mailboxes({ "*": "250 Ok" }) },
    expected: ["catch_all", null, true],
    status: "risky",
    sub: "catch_all",
  },
  {
    name: "a made-up mailbox that cannot be verified",
    script: { rcpt: mailboxes({ "ann.smith@shop.com": "250 Ok", "*": "252 Cannot verify" }) },
    expected: ["unavailable", null, null],
    sub: "mailbox_not_verified",
  },
  {
    name: "a policy rejection is about us",
    script: { rcpt: mailboxes({ "*": "550 5.7.1 Blocked by policy" }) },
    expected: ["unavailable", null, null],
    sub: "mailbox_not_verified",
  },
  {
    name: "greylisting",
    script: { rcpt: mailboxes({ "*": "451 4.7.1 Greylisted" }) },
    expected: ["pending", null, null],
  },
  {
    name: "switched off",
    script: {},
    env: { WINNOW_SMTP_PROBE: "off" },
    expected: ["unsupported", null, null],
  },
  {
    name: "an operator that accepts every address",
    script: {},
    email: "ann.smith@yahoo.com",
    expected: ["unsupported", null, null],
  },
  {
    name: "no way out to mail servers",
    script: { banner: "" },
    env: { WINNOW_SMTP_PROBE: "auto" },
    expected: ["unavailable", null, null],
  },
];

for (const row of rows) {
  Deno.test(`GET /v1/verify/email?wait_for_mailbox=true: ${row.name}`, async () => {
    await withMailServer(zone(ROWS), row.script, async (app, server) => {
      const body = await verify(app, row.email ?? "ann.smith@shop.com");
      assert.deepEqual(mailboxOf(body), row.expected);
      if (row.status !== undefined) assert.equal(body.status, row.status);
      if (row.sub !== undefined) assert.equal(body.sub_status, row.sub);
      assert(!server.lines.some((line) => /^(DATA|BDAT)/i.test(line)));
    }, row.env);
  });
}

Deno.test("GET /v1/verify/email is pending first and has the answer on a later call", async () => {
  const asked = Promise.withResolvers<void>();
  const script: SmtpScript = {
    answer: ({ verb }) => (verb === "QUIT" && asked.resolve(), undefined),
    rcpt: () => PERMANENT,
  };
  await withMailServer(zone(ROWS), script, async (app, server) => {
    assert.deepEqual(mailboxOf(await verify(app, "ann.smith@shop.com", false)), ["pending", null, null]);
    await asked.promise;
    let last = await verify(app, "ann.smith@shop.com", false);
    for (let tries = 0; tries < 50 && last.signals.mailbox_status === "pending"; tries++) {
      last = await verify(app, "ann.smith@shop.com", false);
    }
    assert.deepEqual(mailboxOf(last), ["verified", false, false]);
    assert.equal(server.connections(), 1);
  });
});

Deno.test("GET /v1/verify/email never decides a mailbox by another account's tag", async () => {
  await withMailServer(zone(ROWS), { rcpt: mailboxes({ "bob@shop.com": "250 Ok" }) }, async (app, server) => {
    const other = await app.account("other");
    assert.deepEqual(mailboxOf(await verify(app, "bob+x@shop.com")), ["verified", true, false]);
    const answer = await app.ask("/v1/verify/email?email=bob@shop.com", { key: other.key });
    assert.deepEqual(mailboxOf(answer.body), ["verified", true, false]);
    assert.equal(server.connections(), 1);
  });
});

Deno.test("GET /v1/verify/email?wait_for_mailbox=true asks about the tag too where its base does not exist", async () => {
  await withMailServer(
    zone(ROWS),
    { rcpt: mailboxes({ "bob+x@shop.com": "250 Ok" }) },
    async (app, server) => {
      assert.deepEqual(mailboxOf(await verify(app, "bob+x@shop.com")), ["verified", true, false]);
      const base = await verify(app, "bob@shop.com");
      assert.deepEqual([base.sub_status, ...mailboxOf(base)], [
        "mailbox_not_found",
        "verified",
        false,
        false,
      ]);
      assert.equal(server.connections(), 2);
    },
  );
});

Deno.test("GET /v1/verify/email?wait_for_mailbox=true waits for a question that was just queued", async () => {
  await withMailServer(
    zone(ROWS),
    { rcpt: mailboxes({ "ann.smith@shop.com": "250 Ok" }) },
    async (app, server) => {
      assert.deepEqual(mailboxOf(await verify(app, "ann.smith@shop.com", false)), ["pending", null, null]);
      assert.deepEqual(mailboxOf(await verify(app, "ann.smith@shop.com")), ["verified", true, false]);
      assert.equal(server.connections(), 1);
    },
  );
});

Deno.test("GET /v1/verify/email keeps queued addresses over a restart, and none in clear text", async () => {
  const address = "a.very.special.person@shop.com";
  await using dns = await startDnsServer(zone(ROWS));
  await using server = await startSmtpServer({ rcpt: () => STALL });
  const env = mailSettings(dns, server);
  await using app = await startApp({ env });
  assert.deepEqual(mailboxOf(await verify(app, address, false)), ["pending", null, null]);
  await app.close();
  for await (const file of Deno.readDir(app.dataDir)) {
    if (!file.isFile) continue;
    const bytes = await Deno.readFile(`${app.dataDir}/${file.name}`);
    assert(!new TextDecoder("latin1").decode(bytes).includes("special.person"), file.name);
  }
  await using answering = await startSmtpServer({ rcpt: mailboxes({ [address]: "250 Ok" }) });
  await using again = await startApp({
    env: { ...env, WINNOW_SMTP_PORT: String(answering.port) },
    dataDir: app.dataDir,
  });
  assert.deepEqual(mailboxOf(await verify(again, address)), ["verified", true, false]);
});

Deno.test("winnow score announces no later answer, and asks no mail server", async () => {
  await using dns = await startDnsServer(zone(ROWS));
  await using server = await startSmtpServer({ rcpt: mailboxes({ "ann.smith@shop.com": "250 Ok" }) });
  await inFolder(async (dir) => {
    const { out } = await runCommand(
      dir,
      ["score", "--email", "ann.smith@shop.com", "--json"],
      mailSettings(dns, server),
    );
    const { components, unknown } = JSON.parse(out);
    assert.deepEqual(mailboxOf(components.email), ["unavailable", null, null]);
    assert.match(unknown.email["signals.mailbox_exists"], /one-off command/);
  });
  assert.equal(server.connections(), 0);
});

Deno.test("GET /v1/verify/email connects to no private mail server", async () => {
  await using canary = startCanary("127.0.0.2");
  const rows = {
    "evil.com": { MX: [{ preference: 1, exchange: "mx.evil.com" }] },
    "mx.evil.com": { A: ["127.0.0.2"] },
  };
  await using dns = await startDnsServer(zone(rows));
  await using app = await startApp({
    env: onlineSettings(dns, {
      WINNOW_SMTP_PROBE: "on",
      WINNOW_SMTP_PORT: String(canary.port),
      WINNOW_TIME_BUDGET_MS: "5000",
    }),
  });
  const body = await verify(app, "ann.smith@evil.com", false);
  assert.equal(body.signals.mailbox_exists, null);
  assert.equal(canary.connections(), 0);
});
