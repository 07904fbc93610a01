/** The alert rules and the dashboard: valid, and about series that a live `/metrics` has. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const ALERTS = `${ROOT}deploy/prometheus/alerts.yml`;
const ALERT_TESTS = `${ROOT}deploy/prometheus/alerts_test.yml`;
const DASHBOARD = `${ROOT}deploy/grafana/winnow.json`;

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

const panels: readonly Panel[] = JSON.parse(Deno.readTextFileSync(DASHBOARD)).panels;

function promtool(args: readonly string[], input = "") {
  const child = new Deno.Command("promtool", {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  })
    .spawn();
  const writing = new Response(input).body!.pipeTo(child.stdin).catch(() => {});
  return Promise.all([child.output(), writing]).then(([{ code, stdout, stderr }]) => ({
    code,
    text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr),
  }));
}

function hasPromtool(): boolean {
  try {
    return new Deno.Command("promtool", { args: ["--version"], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

/** Debian's package `prometheus` has it. */
const ignore = !hasPromtool();

/** An app that has scored, with a feed, so that every series is there. */
async function used(): Promise<TestApp> {
  const app = await startApp();
  await app.ask("/v1/score/user", { json: { ip: "185.220.101.1", email: "a@mailinator.com" } });
  return app;
}

/** Names of series of a text in the exposition format. */
function seriesOf(text: string): Set<string> {
  return new Set(text.split("\n").flatMap((line) => /^([a-z_]\w*)[{ ]/.exec(line)?.[1] ?? []));
}

/** Names and labels that a query asks for. */
function asked(query: string): { name: string; labels: string[] }[] {
  return [...query.matchAll(/\b(winnow_\w+)(?:\{([^}]*)\})?/g)].map(([, name, labels]) => ({
    name: name!,
    labels: [...(labels ?? "").matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!),
  }));
}

const SCRAPED: ReadonlySet<string> = new Set(["job", "instance"]);
/** The series of feeds: a test app has no copy of one whose age it could show. */
const WITHOUT_A_FEED: ReadonlySet<string> = new Set(["winnow_feed_age_seconds"]);

Deno.test("every series and label that an alert or a panel names is in a live /metrics", async () => {
  await using app = await used();
  const { text } = await app.ask("/metrics");
  const live = seriesOf(text);
  const alerts = Deno.readTextFileSync(ALERTS).split("\n").filter((line) =>
    !/summary|description/.test(line)
  );
  const queries = [alerts.join("\n"), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  const names = queries.flatMap(asked);
  assert.ok(new Set(names.map(({ name }) => name)).size > 18, "the queries are found");
  for (const { name, labels } of names) {
    if (WITHOUT_A_FEED.has(name)) {
      assert.ok(text.includes(`# TYPE ${name} gauge`), name);
      continue;
    }
    assert.ok(live.has(name), `${name} is not in /metrics`);
    for (const label of labels) {
      if (SCRAPED.has(label)) continue;
      assert.match(text, new RegExp(`^${name}\\{(?:.*,)?${label}="`, "m"), `${name} has no label ${label}`);
    }
  }
  const grouped = queries.flatMap((query) => [...query.matchAll(/by \(([^)]*)\)/g)]).flatMap(([, list]) =>
    list!.split(/,\s*/)
  );
  for (const label of new Set(grouped)) {
    if (!SCRAPED.has(label)) assert.match(text, new RegExp(`[{,]${label}="`), `no series has ${label}`);
  }
});

Deno.test("the series for operating are all in use: an alert or a panel names each", async () => {
  await using app = await used();
  const { text } = await app.ask("/metrics");
  const all = Deno.readTextFileSync(ALERTS) + Deno.readTextFileSync(DASHBOARD);
  const families = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
  // winnow_info and entries of feeds are for people; what belongs to webhooks and hooks has its own guide.
  const unused = families.filter((name) =>
    !all.includes(name) && !/^winnow_(info|feed_entries|webhook|hook)/.test(name)
  );
  assert.deepEqual(unused, []);
});

Deno.test("panels of the dashboard have their own ids and do not overlap", () => {
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const [index, { title, gridPos: one }] of panels.entries()) {
    assert.ok(one.x + one.w <= 24, title);
    for (const { title: other, gridPos: two } of panels.slice(index + 1)) {
      const apart = one.x + one.w <= two.x || two.x + two.w <= one.x || one.y + one.h <= two.y ||
        two.y + two.h <= one.y;
      assert.ok(apart, `${title} and ${other}`);
    }
  }
});

Deno.test({
  name: "promtool accepts the rules, and what they do with made-up series",
  ignore,
  fn: async () => {
    const checked = await promtool(["check", "rules", "--lint-fatal", ALERTS]);
    assert.equal(checked.code, 0, checked.text);
    const tested = await promtool(["test", "rules", ALERT_TESTS]);
    assert.equal(tested.code, 0, tested.text);
  },
});

Deno.test({
  name: "promtool accepts the queries of the dashboard",
  ignore,
  fn: async () => {
    const rules = panels.flatMap(({ id, targets }) =>
      targets.map(({ expr }, index) => ({
        record: `panel:p${id}_${index}`,
        expr: expr.replaceAll("$job", "winnow"),
      }))
    );
    const file = await Deno.makeTempFile({ suffix: ".yml" });
    try {
      await Deno.writeTextFile(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
      const { code, text } = await promtool(["check", "rules", file]);
      assert.equal(code, 0, text);
      assert.match(text, new RegExp(`${rules.length} rules found`));
    } finally {
      await Deno.remove(file);
    }
  },
});

Deno.test({
  name: "promtool accepts /metrics, with its names and helps",
  ignore,
  fn: async () => {
    await using app = await used();
    const { code, text } = await promtool(["check", "metrics"], (await app.ask("/metrics")).text);
    assert.deepEqual([code, text], [0, ""]);
  },
});
