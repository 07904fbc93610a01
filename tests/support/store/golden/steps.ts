/** One step of a scenario after the other: a request, and everything that the service does because of it. */
import assert from "node:assert/strict";
import type { Value } from "../../../../src/db/engine.ts";
import type { Answer, Ask, TestApp } from "../../app/app.ts";
import type { FrozenProcess } from "./frozen_process.ts";
import type { Servers } from "./servers.ts";

/** A second of the store's time passes with each step. */
const STEP_MS = 1000;
/** Less than the seconds after which a process no longer trusts what it knows of the others. */
const STEPS_PER_TIMERS = 3;

export class Steps {
  readonly app: TestApp;
  readonly process: FrozenProcess;
  readonly servers: Servers;
  #steps = 0;

  constructor(app: TestApp, process: FrozenProcess, servers: Servers) {
    this.app = app;
    this.process = process;
    this.servers = servers;
    const { engine } = app.app.services.store;
    const [get, commit] = [engine.get.bind(engine), engine.commit.bind(engine)];
    engine.get = (keys) => process.counted(get(keys));
    engine.commit = (batch) => process.counted(commit(batch));
  }

  /** A step of its own: what it starts has ended when it resolves. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.process.begin(name);
    await this.#followOthers();
    const result = await work();
    await this.#settle();
    this.#steps++;
    if (this.#steps % STEPS_PER_TIMERS === 0) await this.passTime(name);
    else this.process.advance(STEP_MS);
    return result;
  }

  /** The timers of all processes are due. */
  async passTime(name: string): Promise<void> {
    this.process.advance(STEP_MS);
    this.process.begin(`after ${name}`);
    await this.process.runTimers(() => this.#settle());
  }

  /** A request whose answer is stored, with the time that it took. @throws when the answer is another one */
  async askTimeless(name: string, path: string, given: Ask): Promise<void> {
    const { status, text } = await this.step(name, () => {
      return this.process.timeless(async () => await this.app.ask(path, given));
    });
    assert.equal(status, 200, `${name}: ${text}`);
  }

  /** @throws when the answer is another one */
  async ask(name: string, path: string, given: Ask = {}, status = 200): Promise<Answer> {
    const answer = await this.step(name, () => this.app.ask(path, given));
    assert.equal(answer.status, status, `${name}: ${answer.text}`);
    return answer;
  }

  /** Until it holds, and the store is at rest. */
  async until(name: string, holds: () => Promise<boolean>): Promise<void> {
    for (let round = 1;; round++) {
      await this.process.settle();
      if (await holds()) return;
      assert.ok(round < 3000, name);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** What others told is known before a step, however long the last one took: a request reads it when a while has passed. */
  async #followOthers(): Promise<void> {
    const { stream } = this.app.app.services.store;
    if (stream?.isFollowing === true) await stream.refresh();
  }

  /** Also waits for what is sent: meanwhile a process has the lane of the queue, or the probe of a mailbox. */
  async #settle(): Promise<void> {
    await this.until("work of a queue", async () => {
      const { engine } = this.app.app.services.store;
      const lanes = await Array.fromAsync(engine.scan(["queue-lane"]));
      const probes = await Array.fromAsync(engine.scan(["mailbox_job"]));
      return !lanes.some(({ value }) => asLeased(value).until) &&
        !probes.some(({ value }) => asLeased(value).leased);
    });
  }

  async close(): Promise<void> {
    this.process.begin("close");
    await this.app.close();
  }
}

/** Of a lane of the queue, the end of its lease; of a probe, that it has one. */
function asLeased(value: Value): { readonly until?: number; readonly leased?: boolean } {
  return value as { until?: number; leased?: boolean };
}
