import assert from "node:assert/strict";
import type { Linkage } from "../../../../src/model/linkage/linkage.ts";
import { ChangeLog } from "../../../../src/db/cluster/change_log.ts";
import { writeOf } from "../../../../src/db/commit/change.ts";
import { Writer } from "../../../../src/db/commit/writer.ts";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { Linkages, type Linked, type LinkedValues } from "../../../../src/records/linkage/linkage.ts";
import { withMemoryEngine } from "../../../support/store/store.ts";

const NOON = Date.UTC(2036, 6, 1, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOTHING: LinkedValues = {
  device: null,
  email: null,
  ip: null,
  subnet: null,
  domain: null,
  referral: null,
};

const cellsOf = ({ change }: Linked) => writeOf(change).cells ?? [];

/** A process: its memory and its writer, over an engine that it may share. */
class Process {
  readonly linkage: Linkages;
  readonly #writer: Writer;
  now = NOON;

  constructor(engine: Engine, node: string) {
    this.#writer = writerOf(engine, () => this.now);
    this.linkage = new Linkages(this.#writer, node);
  }

  async signup(values: Partial<LinkedValues>, account = "acme", moves = true): Promise<Linkage> {
    const { linkage, change } = await this.linkage.link(account, { ...NOTHING, ...values }, this.now, moves);
    await this.#writer.write(change);
    return linkage;
  }
}

/** A writer that shares its store with other processes. */
function writerOf(engine: Engine, now: () => number): Writer {
  return new Writer({
    engine,
    changes: new ChangeLog(engine, now),
    now,
    isSoleProcess: () => false,
  });
}

async function stored(engine: Engine): Promise<number> {
  let count = 0;
  for await (const _ of engine.scan(["linkage"])) count++;
  return count;
}

Deno.test("LinkageStore counts nothing that the sign-up lacks", () =>
  withMemoryEngine(async (engine) => {
    const process = new Process(engine, "a");
    assert.deepEqual(await process.signup({ ip: "ip1" }), {
      device_email_count: null,
      email_device_count: null,
      email_ip_count: null,
      subnet_rate_1h: null,
      domain_rate_1h: null,
      referral_rate_1h: null,
    });
    assert.equal(await stored(engine), 0);
  }));

Deno.test("LinkageStore counts two sign-ups from one device and three devices on one address", () =>
  withMemoryEngine(async (engine) => {
    const process = new Process(engine, "a");
    const first = await process.signup({ device: "d1", email: "e1", ip: "ip1", subnet: "s1", domain: "x" });
    assert.deepEqual(first, {
      device_email_count: 1,
      email_device_count: 1,
      email_ip_count: 1,
      subnet_rate_1h: 1,
      domain_rate_1h: 1,
      referral_rate_1h: null,
    });
    const second = await process.signup({ device: "d1", email: "e2", ip: "ip1", subnet: "s1", domain: "y" });
    assert.deepEqual(second, {
      device_email_count: 2,
      email_device_count: 1,
      email_ip_count: 1,
      subnet_rate_1h: 2,
      domain_rate_1h: 1,
      referral_rate_1h: null,
    });
    await process.signup({ device: "d2", email: "e1", ip: "ip2" });
    const third = await process.signup({ device: "d3", email: "e1", ip: "ip2" });
    assert.equal(third.device_email_count, 1);
    assert.equal(third.email_device_count, 3);
    assert.equal(third.email_ip_count, 2);
    const again = await process.signup({ device: "d3", email: "e1", ip: "ip2" });
    assert.deepEqual(again, third, "the same sign-up again links nothing new");
  }));

Deno.test("LinkageStore knows a device's addresses when the sign-up has none", () =>
  withMemoryEngine(async (engine) => {
    const process = new Process(engine, "a");
    assert.equal((await process.signup({ device: "d1" })).device_email_count, 0);
    await process.signup({ device: "d1", email: "e1" });
    assert.equal((await process.signup({ device: "d1" })).device_email_count, 1);
  }));

Deno.test("LinkageStore keeps accounts apart", () =>
  withMemoryEngine(async (engine) => {
    const process = new Process(engine, "a");
    await process.signup({ device: "d1", email: "e1", subnet: "s1" }, "acme");
    const other = await process.signup({ device: "d1", email: "e2", subnet: "s1" }, "other");
    assert.equal(other.device_email_count, 1);
    assert.equal(other.subnet_rate_1h, 1);
  }));

Deno.test("LinkageStore leaves no trace of a sign-up that is not kept, and still counts it in the answer", () =>
  withMemoryEngine(async (engine) => {
    const process = new Process(engine, "a");
    await process.signup({ device: "d1", email: "e1", subnet: "s1" });
    const before = await stored(engine);
    for (let n = 0; n < 2; n++) {
      const linkage = await process.signup({ device: "d1", email: "e2", subnet: "s1" }, "acme", false);
      assert.equal(linkage.device_email_count, 2);
      assert.equal(linkage.subnet_rate_1h, 2);
    }
    assert.equal(await stored(engine), before);
    assert.equal((await process.signup({ device: "d1", email: "e3", subnet: "s1" })).device_email_count, 2);
  }));

Deno.test("LinkageStore counts 50 concurrent sign-ups of one network as 1 to 50, also after a restart", async () => {
  const folder = await Deno.makeTempDir();
  try {
    let engine = await openDenoKv(`${folder}/store`);
    const process = new Process(engine, "a");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => process.signup({ device: "d1", email: `e${n}`, subnet: "s1" })),
    );
    assert.deepEqual(
      answers.map((linkage) => linkage.subnet_rate_1h).sort((a, b) => a! - b!),
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
    assert.equal(Math.max(...answers.map((linkage) => linkage.device_email_count!)), 50);
    await engine.close();

    engine = await openDenoKv(`${folder}/store`);
    const restarted = new Process(engine, "b");
    const linkage = await restarted.signup({ device: "d1", email: "e50", subnet: "s1" });
    assert.equal(linkage.subnet_rate_1h, 51);
    assert.equal(linkage.device_email_count, 51);
    await engine.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("LinkageStore slides the hour and forgets after 90 days", () =>
  withMemoryEngine(async (engine) => {
    const process = new Process(engine, "a");
    await process.signup({ device: "d1", email: "e1", subnet: "s1", domain: "x" });
    process.now += 30 * MINUTE;
    await process.signup({ device: "d1", email: "e2", subnet: "s1", domain: "x" });
    process.now += 30 * MINUTE;
    const later = await process.signup({ device: "d1", email: "e3", subnet: "s1", domain: "x" });
    assert.equal(later.subnet_rate_1h, 2, "the first is an hour old");
    assert.equal(later.domain_rate_1h, 2);
    assert.equal(later.device_email_count, 3);
    process.now += 90 * DAY;
    const muchLater = await process.signup({ device: "d1", email: "e4", subnet: "s1" });
    assert.equal(muchLater.device_email_count, 1);
    assert.equal(muchLater.subnet_rate_1h, 1);
  }));

Deno.test("LinkageStore sees what another process counted, a second later", () =>
  withMemoryEngine(async (engine) => {
    const [one, other] = [new Process(engine, "a"), new Process(engine, "b")];
    for (let n = 0; n < 5; n++) {
      await one.signup({ device: "d1", email: `one${n}`, subnet: "s1" });
      await other.signup({ device: "d1", email: `other${n}`, subnet: "s1" });
      one.now += 1000;
      other.now += 1000;
    }
    const linkage = await one.signup({ device: "d1", email: "last", subnet: "s1" });
    assert.equal(linkage.subnet_rate_1h, 11);
    assert.equal(linkage.device_email_count, 11);
  }));

Deno.test("LinkageStore writes nothing when a set does not change", () =>
  withMemoryEngine(async (engine) => {
    const store = new Linkages(writerOf(engine, () => NOON), "a");
    const values = { ...NOTHING, device: "d1", email: "e1", ip: "ip1" };
    assert.equal(cellsOf(await store.link("acme", values, NOON, true)).length, 3);
    assert.equal(cellsOf(await store.link("acme", values, NOON, true)).length, 0);
  }));

Deno.test("LinkageStore's changes may run again on a newer value and count once", () =>
  withMemoryEngine(async (engine) => {
    const store = new Linkages(writerOf(engine, () => NOON), "a");
    const cells = cellsOf(await store.link("acme", { ...NOTHING, subnet: "s1" }, NOON, true));
    const once = cells[0]!.change(null);
    assert.deepEqual(cells[0]!.change(once), once);
  }));
