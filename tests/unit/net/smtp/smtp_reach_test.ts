import assert from "node:assert/strict";
import { parseAddress, parseCidr } from "../../../../src/model/address/address.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { SmtpReach } from "../../../../src/net/smtp/smtp_reach.ts";
import { startCanary } from "../../../support/servers/http_server.ts";
import { HANG_UP, type SmtpReply, STALL, startSmtpServer } from "../../../support/servers/smtp_server.ts";

function reachAt(
  port: number,
  clock: { now: number },
  hosts: readonly string[] = ["up.test"],
  address = "127.0.0.1",
): SmtpReach {
  return new SmtpReach({
    egressAllow: [parseCidr("127.0.0.1")!],
    resolve: (host) =>
      Promise.resolve(host === "up.test" ? known([parseAddress(address)!]) : unknown("unavailable")),
    port,
    now: () => clock.now,
    hosts,
    greetingMs: 100,
  });
}

const rows: { name: string; banner: SmtpReply; hosts?: readonly string[]; expected: boolean }[] = [
  { name: "a greeting", banner: "220 mx.test", expected: true },
  { name: "a refusal is a greeting too", banner: "554 5.7.1 no", expected: true },
  { name: "one of three", banner: "220 mx.test", hosts: ["a.test", "up.test", "b.test"], expected: true },
  { name: "a connection without a greeting, as a gateway accepts it", banner: STALL, expected: false },
  { name: "a connection that ends", banner: HANG_UP, expected: false },
  { name: "no address", banner: "220 mx.test", hosts: ["a.test"], expected: false },
];

for (const row of rows) {
  Deno.test(`SmtpReach: ${row.name}`, async () => {
    await using server = await startSmtpServer({ banner: row.banner });
    const reach = reachAt(server.port, { now: 0 }, row.hosts);
    assert.equal(reach.last, null);
    assert.equal(await reach.open(), row.expected);
    assert.equal(reach.last, row.expected);
    assert(!server.lines.some((line) => line !== "QUIT"));
  });
}

Deno.test("SmtpReach tests again after ten minutes", async () => {
  await using server = await startSmtpServer();
  const clock = { now: 0 };
  const reach = reachAt(server.port, clock);
  await Promise.all([reach.open(), reach.open()]);
  clock.now = 599_999;
  await reach.open();
  assert.equal(server.connections(), 1);
  clock.now = 600_000;
  await reach.open();
  assert.equal(server.connections(), 2);
});

Deno.test("SmtpReach connects to no private address, and ends when it is closed", async () => {
  await using canary = startCanary("127.0.0.2");
  assert.equal(await reachAt(canary.port, { now: 0 }, ["up.test"], "127.0.0.2").open(), false);
  assert.equal(canary.connections(), 0);
  await using server = await startSmtpServer({ banner: STALL });
  const reach = reachAt(server.port, { now: 0 });
  const testing = reach.open();
  await reach.close();
  assert.equal(await testing, false);
});
