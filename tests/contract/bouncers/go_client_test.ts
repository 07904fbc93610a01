/** CrowdSec's own library for bouncers in Go: it follows what is blocked and taken back, and sends what it did. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { buildGoBouncer, hasGo } from "../../support/clients/go_bouncer.ts";

async function run(program: string, app: TestApp, mode: string, ...rest: string[]): Promise<unknown[]> {
  const args = [mode, `${app.origin}/compat/crowdsec`, app.live, ...rest];
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
}

interface Told {
  readonly new: readonly { value: string; type: string; seconds: number }[];
  readonly deleted: readonly { value: string }[];
}

/** What a firewall would hold that does as it is told. */
class Follower {
  readonly held = new Map<string, number>();
  readonly agent: string[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #changed = new Set<() => void>();
  readonly #reading: Promise<void>;

  constructor(program: string, app: TestApp) {
    const args = ["stream", `${app.origin}/compat/crowdsec`, app.live];
    this.#child = new Deno.Command(program, { args, stdout: "piped", stderr: "null" }).spawn();
    this.#reading = this.#read();
  }

  /** Resolves when it holds these values and no others. */
  async holds(...values: string[]): Promise<void> {
    const wanted = values.sort().join();
    while ([...this.held.keys()].sort().join() !== wanted) {
      await new Promise<void>((resolve) => this.#changed.add(resolve));
    }
  }

  async #read(): Promise<void> {
    let text = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop()!;
      for (const line of lines) this.#take(JSON.parse(line));
    }
  }

  #take(told: Told): void {
    for (const { value } of told.deleted) this.held.delete(value);
    for (const { value, seconds } of told.new) this.held.set(value, seconds);
    for (const resolve of this.#changed) resolve();
    this.#changed.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
    await this.#reading;
  }
}

Deno.test({
  name: "go-cs-bouncer: stream, live and metrics",
  ignore: !await hasGo(),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const program = await buildGoBouncer(folder);
      await using app = await startApp();
      const block = async (...values: string[]) => {
        const { status, body } = await app.ask("/v1/rules", { json: { action: "block", values } });
        assert.equal(status, 200);
        return body.rules as readonly { id: string }[];
      };
      const [first] = await block("8.8.8.8", "1.1.1.0/24");
      {
        await using follower = new Follower(program, app);
        await follower.holds("8.8.8.8", "1.1.1.0/24");
        assert.ok(follower.held.get("8.8.8.8")! > 80_000);
        await block("2001:4860:4860::8888");
        await follower.holds("8.8.8.8", "1.1.1.0/24", "2001:4860:4860::8888");
        await app.ask(`/v1/rules/${first!.id}`, { method: "DELETE" });
        await follower.holds("1.1.1.0/24", "2001:4860:4860::8888");
      }
      const live = await run(program, app, "live", "1.1.1.77", "9.9.9.9", "2001:4860:4860:0::8888");
      assert.deepEqual(
        (live as { value: string; origin: string; scope: string; scenario: string }[][]).map((found) =>
          found.map(({ value, origin, scope, scenario }) => [value, origin, scope, scenario])
        ),
        [
          [["1.1.1.0/24", "winnow-rules", "Range", "winnow/rule"]],
          [],
          [["2001:4860:4860::8888", "winnow-rules", "Ip", "winnow/rule"]],
        ],
      );
      assert.deepEqual(await run(program, app, "metrics"), [{ status: 201 }]);
      const { bouncers, store } = app.app.services;
      const account = store.accounts.accountNamed("main")!.id;
      assert.deepEqual((await bouncers.use(account)).dropped, [
        { origin: "winnow-rules", requests: 0, packets: 200, bytes: 0 },
      ]);
      const [seen] = await bouncers.list(account);
      assert.equal(seen!.agent, "winnow-test-bouncer/v1.2.3");
      assert.equal(seen!.component!.type, "winnow-test-bouncer");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
