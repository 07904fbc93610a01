/**
 * A store with every kind of record, as a version leaves it behind, and what its endpoints answer about it. Run by hand on the
 * commit whose stores are to be read later, it writes `tests/contract/upgrade/fixtures`:
 * `deno run -A --unstable-kv --unstable-net tests/support/store/upgrade_fixture.ts NAME`
 */
import assert from "node:assert/strict";
import { backUp } from "../../../src/db/backup/backup.ts";
import { fingerprintOf } from "../../../src/app/secret.ts";
import { VERSION } from "../../../src/model/service.ts";
import { CATALOG } from "../../../src/records/index.ts";
import { type Ask, startApp, type TestApp } from "../app/app.ts";
import { SECRETS, secretsOf } from "../app/secrets.ts";
import { signedIn } from "../app/visitor.ts";
import { startPostgres } from "../servers/postgres.ts";
import { FrozenProcess } from "./golden/frozen_process.ts";
import { runScenario } from "./golden/scenario.ts";

/** What a version answered, by the name of the question. */
export interface Expected {
  /** The version's clock when it was asked, milliseconds since the epoch. */
  readonly at: number;
  readonly live: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

export const FIXTURES = new URL("../../contract/upgrade/fixtures/", import.meta.url);
/**
 * Of an answer: what is another one for each request, has the port of the test, or changes when the service tries to send again
 * what the fixture's receiver refused.
 */
const OWN = new Set([
  ...["processing_time_sec", "docs", "url", "help_url"],
  ...["attempts", "last_status", "last_error", "next_attempt_at"],
]);

/** Everything that can be read of the account `main`, which changes nothing but the counts of what was asked. */
export async function readEverything(app: TestApp, key: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async (name: string, path: string, given: Ask = {}) => {
    const { status, body, text } = await app.ask(path, { key, ...given });
    assert.equal(status, 200, `${name}: ${text}`);
    answers[name] = withoutOwn(body);
    return body;
  };
  const page = (cursor: string | null) =>
    app.ask("/v1/scores/search", { key, json: { limit: 100, ...(cursor === null ? {} : { cursor }) } });
  const results: { readonly request_id: string; readonly user_id: string | null }[] = [];
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const { status, body, text } = await page(cursor);
    assert.equal(status, 200, text);
    results.push(...body.results);
    cursor = body.cursor;
  }
  answers["search"] = withoutOwn(results);
  for (const { request_id } of results) await ask(`score ${request_id}`, `/v1/score/${request_id}`);
  await ask("search of a value", "/v1/scores/search", { json: { value: "9.9.9.9", limit: 20 } });
  const { rings } = await ask("rings", "/v1/rings");
  for (const { ring_id } of rings) await ask(`ring ${ring_id}`, `/v1/rings/${ring_id}`);
  const signUp = results.find(({ user_id }) => user_id === "user-0");
  const { components } = await ask("sign-up", `/v1/score/${signUp!.request_id}`);
  for (const { kind, ref } of components) await ask(`value ${kind}`, `/v1/values/${ref}`);
  await ask("rules", "/v1/rules?limit=50");
  await ask("agent policy", "/v1/agent/policy");
  await ask("hooks", "/v1/hooks");
  const { webhooks } = await ask("webhooks", "/v1/webhooks");
  for (const { webhook_id } of webhooks) {
    await ask(`deliveries of ${webhook_id}`, `/v1/webhooks/${webhook_id}/deliveries`);
  }
  await ask("settings", "/v1/settings");
  await ask("usage", "/v1/usage");
  await ask("summary", "/v1/outcomes/summary");
  await ask("keys of receipts", "/.well-known/jwks.json", { key: null });
  const visitor = await signedIn(app, key);
  for (const page of ["audit", "keys", "agents", "backtest", "backtest/report", "review"]) {
    const { status, text } = await visitor.get(`/console/${page}`);
    answers[`console ${page}`] = status === 200 ? wordsOf(page, text) : status;
  }
  return answers;
}

/** Numbers and names of what is stored, which a page shows whatever its words are. */
function wordsOf(page: string, text: string): readonly string[] {
  const pattern = page === "audit"
    ? /\b(?:key|wh|hook|imp|req)_[\w-]{8,}/g
    : /\b(?:key|req)_[\w-]{8,}|Newest backtest|View the report/g;
  if (page === "backtest/report") return [`${text.length > 5000}`];
  return [...new Set(text.match(pattern) ?? [])].sort();
}

export function withoutOwn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !OWN.has(name)).map((
      [name, member],
    ) => [name, withoutOwn(member)]),
  );
}

/** A store's app, of which nothing is asked outside. */
export function openStored(dataDir: string, now: () => number, location?: string): Promise<TestApp> {
  const env = { ...secretsOf(1), ...(location === undefined ? {} : { WINNOW_STORE: location }) };
  return startApp({ dataDir, now, env });
}

async function write(name: string): Promise<void> {
  await using server = await startPostgres();
  const process = new FrozenProcess(Date.now());
  for (const engine of ["deno_kv", "postgres"] as const) {
    const dataDir = await Deno.makeTempDir();
    const location = engine === "postgres" ? await server.database() : undefined;
    let live = "";
    const world = {
      process,
      dataDir,
      canReopen: true,
      isSmall: true,
      onMoment: (_moment: string, app: TestApp) => {
        live ||= app.live;
        return Promise.resolve();
      },
    };
    await runScenario({ ...world, ...(location === undefined ? {} : { location }) });
    if (location !== undefined) {
      const dumped = await new Deno.Command("pg_dump", { args: ["--no-owner", location] }).output();
      assert.ok(dumped.success, new TextDecoder().decode(dumped.stderr));
      await pack(`postgres_${name}.sql.gz`, dumped.stdout);
    } else {
      await pack(`store_${name}.kv.gz`, await Deno.readFile(`${dataDir}/winnow.kv`));
      const secret = SECRETS[1];
      await backUp({
        catalog: CATALOG,
        program: VERSION,
        location: `${dataDir}/winnow.kv`,
        file: `${dataDir}/backup`,
        now: () => process.now,
        secret,
        fingerprint: fingerprintOf(secret),
      });
      await Deno.copyFile(`${dataDir}/backup`, new URL(`backup_${name}.gz`, FIXTURES));
    }
    const at = process.now;
    const app = await openStored(dataDir, () => at, location);
    const answers = await readEverything(app, live);
    await app.close();
    const expected: Expected = { at, live, answers };
    await pack(`expected_${engine}_${name}.json.gz`, new TextEncoder().encode(JSON.stringify(expected)));
  }
}

async function pack(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(new URL(name, FIXTURES), stream);
}

if (import.meta.main) await write(Deno.args[0]!);
