/** The keys of the first start: on a terminal they are shown; everywhere else they are in files and in no log. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { processTest, runCommand, type RunningServer, startServer } from "../../support/process/program.ts";
import { workersTest } from "../../support/process/workers.ts";
import { descendants, HAS_PROC } from "../../support/process/processes.ts";

/** What a person pastes, run as a shell would. */
async function paste(server: RunningServer) {
  await eventually(() => server.lines.some((line) => line.startsWith("curl ")), "the curl");
  const curl = server.lines.find((line) => line.startsWith("curl "))!;
  const args = ["-c", curl.replace("curl -s ", "curl -s -w '\n%{http_code}' ")];
  const { stdout } = await new Deno.Command("sh", { args, cwd: "/" }).output();
  const [body, status] = new TextDecoder().decode(stdout).split(/\n(?=\d+$)/);
  return { curl, status, body: JSON.parse(body!) };
}

const KEY = /wk_(live|test)_/;

for (
  const [where, name] of [
    ["an ordinary folder", "data"],
    ["a folder with a space and quotes", `da ta's "x" $HOME`],
  ] as const
) {
  processTest(`without a terminal the keys are in files, and the curl reads one: ${where}`, async (dir) => {
    const folder = `${dir}/${name}`;
    const server = await startServer(folder);
    try {
      const { curl, status, body } = await paste(server);
      assert.deepEqual([status, body.verdict], ["200", "block"]);
      assert.match(body.summary, /disposable/);
      assert.ok(curl.includes("/live.key')"), curl);
      for (const mode of ["live", "test"]) {
        const path = `${folder}/${mode}.key`;
        assert.match(await Deno.readTextFile(path), new RegExp(`^wk_${mode}_[0-9A-Za-z]{43}$`));
        assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600, path);
        assert.ok(server.lines.includes(`  ${mode}  ${path}`), server.lines.join("\n"));
      }
      const test = await Deno.readTextFile(`${folder}/test.key`);
      const usage = await fetch(`${server.origin}/v1/usage`, { headers: { "x-api-key": test } });
      assert.equal(usage.status, 200);
      await usage.body?.cancel();
      assert.doesNotMatch(server.lines.join("\n"), KEY, "no log holds a key");
      const left = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
        /\.key$/.test(name)
      );
      assert.deepEqual(left.sort(), ["live.key", "test.key"]);
      assert.equal(await server.stop(), 0);
    } finally {
      await server.kill();
    }
    const before = await Deno.readTextFile(`${folder}/live.key`);
    const again = await startServer(folder);
    try {
      assert.ok(!again.lines.some((line) => line.startsWith("curl ") || KEY.test(line)), "only once");
      assert.equal(await Deno.readTextFile(`${folder}/live.key`), before);
    } finally {
      await again.kill();
    }
  });
}

workersTest("the workers' first start puts the keys into files, too", async (dir) => {
  const server = await startServer(dir, { WINNOW_WORKERS: "2" });
  try {
    assert.equal((await paste(server)).status, "200");
    assert.doesNotMatch(server.lines.join("\n"), KEY);
  } finally {
    await server.kill();
  }
});

processTest("with a public address the curl still asks this machine", async (dir) => {
  const server = await startServer(dir, { WINNOW_BASE_URL: "https://risk.example.com" });
  try {
    assert.equal((await paste(server)).status, "200");
  } finally {
    await server.kill();
  }
});

const PAGES: [string, Record<string, string>, (origin: string) => string[]][] = [
  ["sign-up open", {}, (origin) => [`${origin}/console`, `${origin}/docs`, `${origin}/signup`]],
  ["sign-up closed", { WINNOW_SIGNUP: "closed" }, (origin) => [`${origin}/console`, `${origin}/docs`]],
  [
    "two workers",
    { WINNOW_WORKERS: "2" },
    (origin) => [`${origin}/console`, `${origin}/docs`, `${origin}/signup`],
  ],
  [
    "a public address",
    { WINNOW_BASE_URL: "https://risk.example.com", WINNOW_MONTHLY_LOOKUPS: "3" },
    () => ["console", "docs", "signup"].map((page) => `https://risk.example.com/${page}`),
  ],
];

for (const [name, env, pages] of PAGES) {
  const test = "WINNOW_WORKERS" in env ? workersTest : processTest;
  test(
    `every start names the pages, and the first account has no monthly limit: ${name}`,
    async (dir) => {
      for (const _ of ["first", "second"]) {
        const server = await startServer(dir, env);
        try {
          const shown = () =>
            server.lines.flatMap((line) => /^ {2}(?:console|docs|sign-up) +(\S+)$/.exec(line)?.[1] ?? []);
          await eventually(() => shown().length >= pages(server.origin).length, "the pages");
          assert.deepEqual(shown(), pages(server.origin));
          await eventually(
            async () => (await Deno.stat(`${dir}/live.key`).catch(() => null)) !== null,
            "the key",
          );
          const key = await Deno.readTextFile(`${dir}/live.key`);
          const ask = async (path: string) => {
            const answer = await fetch(`${server.origin}${path}`, { headers: { "x-api-key": key } });
            return { status: answer.status, headers: answer.headers, body: await answer.json() };
          };
          for (let i = 0; i < 3; i++) assert.equal((await ask(`/v1/score/ip?ip=8.8.8.${i}`)).status, 200);
          const { body, headers } = await ask("/v1/usage");
          assert.deepEqual([body.monthly_quota, body.remaining, body.rate_limit_per_minute], [
            null,
            null,
            600,
          ]);
          assert.equal(headers.get("x-ratelimit-limit"), "600");
        } finally {
          await server.kill();
        }
      }
    },
  );
}

processTest("keys that cannot be written fail the first start with what to do", async (dir) => {
  await Deno.mkdir(`${dir}/live.key/x`, { recursive: true });
  const { code, err } = await runCommand(dir, ["serve"]);
  assert.equal(code, 1);
  assert.match(
    err,
    /^winnow: the account "default" was created.*keys could not be written.*keys create --account default/m,
  );
  const left = [...Deno.readDirSync(dir)].map(({ name }) => name).filter((name) => /\.key\./.test(name));
  assert.deepEqual(left, []);
});

const hasScript = HAS_PROC && await new Deno.Command("script", { args: ["--version"] }).output().then(
  ({ success }) => success,
  () => false,
);

Deno.test({
  name: `on a terminal the keys are shown, with a curl that works${
    hasScript ? "" : " (skipped: no script(1))"
  }`,
  ignore: !hasScript,
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async () => {
    const dir = await Deno.makeTempDir({ prefix: "winnow-test-" });
    const serve = `${Deno.execPath()} run -A --unstable-kv --no-check main.ts serve`;
    const server = await startServer(dir, {}, ["script", "-qec", serve, "/dev/null"]);
    try {
      const { curl, status } = await paste(server);
      assert.equal(status, "200");
      assert.match(curl, /-H 'X-Api-Key: wk_live_[0-9A-Za-z]{43}'/);
      assert.ok(server.lines.some((line) => /^ {2}live {2}wk_live_/.test(line)));
      assert.ok(server.lines.some((line) => /^ {2}test {2}wk_test_/.test(line)));
      const files = [...Deno.readDirSync(dir)].map(({ name }) => name).filter((name) => /\.key$/.test(name));
      assert.deepEqual(files, [], "what a terminal showed is nowhere else");
      assert.ok(!server.lines.some((line) => /Allow\?/.test(line)), "the runtime asks nothing");
    } finally {
      for (const pid of await descendants(server.pid)) Deno.kill(pid, "SIGKILL");
      await server.kill();
      await Deno.remove(dir, { recursive: true });
    }
  },
});
