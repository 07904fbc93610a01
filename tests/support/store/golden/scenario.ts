/**
 * Requests that make the service store something of every kind, one after the other: the first process alone, then a process
 * after a rotation of the secret, then two at the same time.
 */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../app/app.ts";
import { secretsOf } from "../../app/secrets.ts";
import {
  access,
  agents,
  alerts,
  bouncers,
  hooks,
  logins,
  mail,
  people,
  rules,
  securityEvents,
  sends,
  webhooks,
} from "./account_steps.ts";
import type { FrozenProcess } from "./frozen_process.ts";
import {
  appeals,
  campaigns,
  cases,
  challenges,
  DEVICE,
  erasure,
  keptInParts,
  labelFile,
  manyScores,
  reputation,
  requests,
  reviews,
  scores,
} from "./score_steps.ts";
import { RECEIPT_KEY, startServers } from "./servers.ts";
import { Steps } from "./steps.ts";

/** `alone`: one process serves the store; `together`: a second one does; `earlier`: so does one of a version before 0.2. */
export type Moment = "alone" | "together" | "earlier";

interface World {
  readonly process: FrozenProcess;
  /** Of the store; absent: in the data folder. */
  readonly location?: string;
  readonly dataDir: string;
  /** False: the store is gone when its process closes it. */
  readonly canReopen: boolean;
  /** True: without what makes a store large: a run of the index, an answer in parts, many rules. */
  readonly isSmall?: boolean;
  /** Called with all processes of a moment, before they end. */
  readonly onMoment: (moment: Moment, app: TestApp) => Promise<void>;
}

export async function runScenario(world: World): Promise<void> {
  const { process, dataDir, location } = world;
  await using servers = await startServers();
  await Deno.writeTextFile(`${dataDir}/receipt-key`, JSON.stringify(RECEIPT_KEY), { mode: 0o600 });
  const start = async (year: 0 | 1, name: string) => {
    process.begin(name);
    const app = await startApp({
      dataDir,
      now: () => process.now,
      // What is in one commit must not depend on how long the one before took.
      pause: () => Promise.resolve(),
      env: {
        ...servers.env,
        ...secretsOf(year),
        ...(location === undefined ? {} : { WINNOW_STORE: location }),
      },
    });
    // That of the bundle says from which sources of this program it was built.
    Object.assign(app.app.services, { dataVersion: () => "golden" });
    return new Steps(app, process, servers);
  };
  const first = await start(0, "first process");
  await untilJournaled(first, world);
  const oldest = await scores(first);
  await access(first);
  await rules(first, world.isSmall ? 60 : 600);
  await cases(first, oldest);
  if (!world.isSmall) await keptInParts(first);
  await requests(first);
  await agents(first);
  await logins(first);
  await mail(first);
  await hooks(first);
  await securityEvents(first);
  await bouncers(first);
  await sends(first);
  const almostSpent = await webhooks(first);
  await reputation(first);
  await campaigns(first);
  await appeals(first);
  await challenges(first);
  await labelFile(first);
  await alerts(first, almostSpent);
  await reviews(first, await people(first));
  if (!world.isSmall) await manyScores(first);
  // It empties the journal, which is dumped of this moment where the store has one.
  if (!world.canReopen) await erasure(first);
  // Without the timers that follow a step: they would put the sightings into their places.
  process.begin("last request");
  assert.equal((await first.app.ask("/v1/score/ip?ip=76.1.1.1")).status, 200);
  await process.settle();
  await world.onMoment("alone", first.app);
  await first.close();
  if (!world.canReopen) return;
  const second = await start(1, "second process");
  await untilJournaled(second, world, first.app.live);
  await afterRotation(second, first);
  await erasure(second, first.app.live);
  const third = await start(1, "third process");
  await together(second, third, first);
  await world.onMoment("together", second.app);
  await besideEarlier(second, first);
  await world.onMoment("earlier", second.app);
  await third.close();
  await second.close();
}

/** A file's process takes its journal after the first score, when it gets to it. */
async function untilJournaled(on: Steps, { location, process }: World, key = on.app.live): Promise<void> {
  await on.ask(`score at ${process.now}`, "/v1/score/ip?ip=81.2.69.142", { key });
  const { engine } = on.app.app.services.store;
  if (location !== undefined) return;
  await on.until("the journal", async () => "journal" in (await engine.fileSizes?.() ?? {}));
}

async function afterRotation(on: Steps, before: Steps): Promise<void> {
  const { live } = before.app;
  const json = { ip: "73.15.40.1", email: "same@gmail.com", phone: "+442083661199", device_id: DEVICE };
  const { body } = await on.ask("sign-up after the rotation", "/v1/score/user", { key: live, json });
  await on.ask("label after the rotation", "/v1/outcome", {
    key: live,
    json: { request_id: body.request_id, outcome: "fraud" },
  });
}

async function together(on: Steps, beside: Steps, first: Steps): Promise<void> {
  const { live } = first.app;
  await on.passTime("they meet");
  await beside.passTime("they meet there");
  for (const [index, side] of [on, beside, on, beside].entries()) {
    await side.ask(`score of two ${index}`, `/v1/score/ip?ip=9.9.9.${index}`, { key: live });
    const json = { ip: "73.15.20.10", email: `two.${index}@gmail.com`, device_id: DEVICE };
    await side.ask(`sign-up of two ${index}`, "/v1/score/user", { key: live, json });
  }
  await on.ask("rule of two", "/v1/rules", {
    key: live,
    json: { action: "block", values: ["two.example.org"] },
  });
  const { feedCopies } = on.app.app.services.store;
  await on.step("feed", async () => {
    const text = new TextEncoder().encode("185.220.101.1\n".repeat(100));
    await feedCopies?.lease("tor-bulk-exit-list", false);
    await feedCopies?.publish(
      "tor-bulk-exit-list",
      '{"name":"tor"}',
      "00".repeat(32),
      () => Promise.resolve(text),
    );
  });
}

/** What a process of 0.1.0 writes that other processes see: its number, and an entry of its change log. */
async function besideEarlier(on: Steps, first: Steps): Promise<void> {
  const until = on.process.now + 60_000;
  await on.step("an earlier process", async () => {
    await on.app.app.services.store.engine.commit({
      set: [
        { key: ["process", "3fff"], value: until, expiresAt: until },
        { key: ["changes", "head"], value: 1 },
        { key: ["changes", "entry", "0000000001"], value: [["rules", "acc_none"]], expiresAt: until },
      ],
    });
  });
  await on.passTime("the timers that read it");
  await on.ask("rule beside it", "/v1/rules", {
    key: first.app.live,
    json: { action: "block", values: ["three.example.org"] },
  });
}
