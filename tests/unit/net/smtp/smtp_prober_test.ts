import assert from "node:assert/strict";
import { parseAddress, parseCidr } from "../../../../src/model/address/address.ts";
import { known } from "../../../../src/model/evidence.ts";
import { SmtpProber } from "../../../../src/net/smtp/smtp_prober.ts";
import { startCanary } from "../../../support/servers/http_server.ts";
import { FOUND, MX, proberAt, probeText, REAL } from "../../../support/clients/smtp_prober.ts";
import { mailboxes, STALL, startSmtpServer } from "../../../support/servers/smtp_server.ts";

Deno.test("SmtpProber tries the next address and the next exchanger, and not more than two", async () => {
  await using server = await startSmtpServer({ rcpt: mailboxes(FOUND) });
  const mx = ["a", "b", "c"].map((name, index) => ({ preference: index, exchange: `${name}.shop.test` }));
  const second = proberAt(server.port, {
    hosts: { "a.shop.test": ["127.0.0.9"], "b.shop.test": ["127.0.0.1"] },
  });
  assert.equal(probeText(await second.probe({ address: REAL, domain: "shop.test", mx })), "accepted/false");
  const third = proberAt(server.port, { hosts: { "c.shop.test": ["127.0.0.1"] } });
  assert.equal(probeText(await third.probe({ address: REAL, domain: "shop.test", mx })), "unavailable");
  const implicit = proberAt(server.port, { hosts: { "shop.test": ["127.0.0.1"] } });
  assert.equal(
    probeText(await implicit.probe({ address: REAL, domain: "shop.test", mx: [] })),
    "accepted/false",
  );
  const nullMx = proberAt(server.port);
  assert.equal(
    probeText(
      await nullMx.probe({ address: REAL, domain: "shop.test", mx: [{ preference: 0, exchange: "" }] }),
    ),
    "unavailable",
  );
  await Promise.all([second, third, implicit, nullMx].map((prober) => prober.close()));
});

Deno.test("SmtpProber connects to no private server and sends no address with a command in it", async () => {
  await using canary = await startCanary("127.0.0.2");
  const prober = proberAt(canary.port, {
    hosts: { "mx.shop.test": ["127.0.0.2", "10.0.0.1", "169.254.169.254", "::1"] },
  });
  assert.equal(probeText(await prober.probe({ address: REAL, domain: "shop.test", mx: MX })), "unavailable");
  const led = new SmtpProber({
    egressAllow: [parseCidr("0.0.0.0/0")!, parseCidr("::/0")!],
    resolve: () => Promise.resolve(known(["169.254.169.254", "fe80::1"].map((text) => parseAddress(text)!))),
    port: 25,
    helo: "probe.test",
    limits: { connectMs: 50 },
  });
  const refused = await led.probe({ address: REAL, domain: "shop.test", mx: MX });
  assert.equal(refused.kind === "unavailable" && refused.detail, "no mail exchanger can be reached");
  await led.close();
  await using server = await startSmtpServer();
  const open = proberAt(server.port);
  const smuggled = [
    "a\r\nRSET",
    "a\nRSET",
    "a\u0000",
    "a>\r\nDATA",
    "a> NOTIFY=NEVER <b",
    "a\u2028b",
    "x".repeat(400),
  ];
  for (const local of smuggled) {
    assert.equal(
      probeText(await open.probe({ address: `${local}@shop.test`, domain: "shop.test", mx: MX })),
      "unavailable",
    );
  }
  assert.equal(server.connections(), 0);
  assert.equal(canary.connections(), 0);
});

Deno.test("SmtpProber disconnects when it is closed or the caller gives up", async () => {
  await using server = await startSmtpServer({ banner: STALL });
  const prober = proberAt(server.port);
  const stop = new AbortController();
  const given = prober.probe({ address: REAL, domain: "shop.test", mx: MX, signal: stop.signal });
  stop.abort();
  assert.equal(probeText(await given), "unavailable");
  const closing = prober.probe({ address: REAL, domain: "shop.test", mx: MX });
  await prober.close();
  assert.equal(probeText(await closing), "unavailable");
  assert.equal(probeText(await prober.probe({ address: REAL, domain: "shop.test", mx: MX })), "unavailable");
});

Deno.test("SmtpProber asks again after greylisting with the same words", async () => {
  let asked = 0;
  await using server = await startSmtpServer({
    rcpt: (command) => asked++ === 0 ? "451 4.7.1 Greylisted" : mailboxes(FOUND)(command),
  });
  const prober = proberAt(server.port);
  const ask = () => prober.probe({ address: REAL, domain: "shop.test", mx: MX });
  assert.equal(probeText(await ask()), "later");
  assert.equal(probeText(await ask()), "accepted/false");
  const triplets = server.lines.filter((line) => line.startsWith("MAIL") || line.includes(REAL));
  assert.deepEqual(triplets.slice(0, 2), triplets.slice(2, 4));
  await prober.close();
});
