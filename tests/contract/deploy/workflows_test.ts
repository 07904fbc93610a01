/** The workflows: actions are named by commit, no more rights than a job needs, and the five targets are all checked. */
import assert from "node:assert/strict";
import { parse } from "yaml";

const FOLDER = new URL("../../../.github/workflows/", import.meta.url);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly steps: readonly Step[];
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly include: readonly Readonly<Record<string, string>>[] } };
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly tags?: readonly string[] } | null>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

async function workflows(): Promise<{ name: string; text: string; workflow: Workflow }[]> {
  const names = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
  return await Promise.all(names.map(async (name) => {
    const text = await Deno.readTextFile(new URL(name, FOLDER));
    return { name, text, workflow: parse(text) as Workflow };
  }));
}

const release = (await workflows()).find(({ name }) => name === "release.yml")!.workflow;
const files = (job: string) => release.jobs[job]!.strategy!.matrix.include.map(({ file }) => file).sort();

Deno.test("every action is named by a full commit hash, with its version beside it, and one action by one hash", async () => {
  const commits = new Map<string, string>();
  for (const { name, text, workflow } of await workflows()) {
    const uses = Object.values(workflow.jobs).flatMap(({ steps }) =>
      steps.flatMap((step) => step.uses ?? [])
    );
    assert.ok(uses.length > 0, name);
    for (const used of uses) {
      const [, action, commit] = /^([\w.-]+\/[\w./-]+)@([0-9a-f]{40})$/.exec(used) ?? [];
      assert.ok(action !== undefined && commit !== undefined, `${name}: ${used}`);
      assert.match(text, new RegExp(`uses: ${used} # v\\d+\\.\\d+\\.\\d+\n`), `${name}: ${used}`);
      assert.equal(commits.get(action) ?? commit, commit, `${name}: ${action}`);
      commits.set(action, commit);
    }
  }
});

Deno.test("a release builds five targets and checks each of them before anything is published", () => {
  const targets = release.jobs["build"]!.strategy!.matrix.include.map(({ target }) => target).sort();
  assert.deepEqual(targets, [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnu",
  ]);
  assert.deepEqual(files("check"), files("build"));
  const check = release.jobs["check"]!.steps.map(({ run }) => run ?? "").join("\n");
  assert.match(check, /check_binary\.ts "built\/\$FILE"/);
  const architectures = release.jobs["container"]!.strategy!.matrix.include.map(({ architecture }) =>
    architecture
  );
  assert.deepEqual(architectures, ["amd64", "arm64"]);
  const { needs, steps } = release.jobs["publish"]!;
  assert.deepEqual(needs, ["build", "check", "container"]);
  const order = ["sbom.ts", "SHA256SUMS", "attest-build-provenance", "gh release create"].map((part) =>
    steps.findIndex((step) => `${step.uses} ${step.run}`.includes(part))
  );
  assert.ok(!order.includes(-1));
  assert.deepEqual(order, [...order].sort((one, other) => one - other));
});

Deno.test("only a tag publishes, and only the job that publishes may write", () => {
  assert.deepEqual(Object.keys(release.on), ["push", "workflow_dispatch"]);
  assert.deepEqual(release.on["push"]?.tags, ["v[0-9]+.[0-9]+.[0-9]+"]);
  assert.equal(release.jobs["publish"]!.if, "github.ref_type == 'tag'");
  assert.deepEqual(release.permissions, { contents: "read" });
  const writing = Object.entries(release.jobs).filter(([_, job]) =>
    Object.values(job.permissions ?? {}).includes("write")
  );
  assert.deepEqual(writing.map(([name]) => name), ["container", "publish"]);
  for (const { steps } of Object.values(release.jobs)) {
    for (const step of steps) {
      if (step.uses?.startsWith("actions/checkout@")) assert.equal(step.with?.["persist-credentials"], false);
      // What a stranger can name, a tag or a branch, is never part of a script's text.
      assert.doesNotMatch(step.run ?? "", /\$\{\{/);
    }
  }
});

Deno.test("the workflow, the image and CI build with one version of Deno", async () => {
  const root = new URL("../../../", import.meta.url);
  const version = release.env!["DENO_VERSION"]!;
  assert.ok(
    (await Deno.readTextFile(new URL("Dockerfile", root))).includes(`FROM denoland/deno:${version}@sha256:`),
  );
  assert.ok((await Deno.readTextFile(new URL(".ci/run", root))).includes(`deno@${version}`));
});
