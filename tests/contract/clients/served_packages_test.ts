/** /clients/: the packages over the wire, what is in them, and that they are the same everywhere. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { Hono } from "hono";
import { keepClients } from "../../../scripts/release/keep_clients.ts";
import type { AppEnv } from "../../../src/http/context.ts";
import { mountClients } from "../../../src/http/docs/packages.ts";
import { VERSION } from "../../../src/model/service.ts";
import { ClientPackages } from "../../../src/service/clients/client_packages.ts";
import { npmPackage } from "../../../src/service/clients/client_packages.ts";
import { wheel, WHEEL_METADATA } from "../../../src/service/clients/wheel.ts";
import { startApp } from "../../support/app/app.ts";
import { publishedFiles } from "../../support/clients/installed_client.ts";
import { inFolder } from "../../support/folder.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const CLIENTS = `${ROOT}clients`;
const NPM = "/clients/winnow-client.tgz";
const NPM_VERSION = `/clients/winnow-client-${VERSION}.tgz`;
const WHEEL = `/clients/winnow_client-${VERSION}-py3-none-any.whl`;

async function bytesOf(url: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

Deno.test("both are served without a key, with an entity tag, and nothing else is", async (t) => {
  await using app = await startApp();
  const served = [
    [NPM, "application/gzip"],
    [NPM_VERSION, "application/gzip"],
    [WHEEL, "application/zip"],
  ] as const;
  for (const [path, type] of served) {
    await t.step(path, async () => {
      const response = await fetch(app.origin + path);
      const { length } = await response.arrayBuffer().then((buffer) => new Uint8Array(buffer));
      assert.equal(response.status, 200);
      assert.ok(length > 10_000 && length < 500_000, String(length));
      assert.equal(response.headers.get("content-type"), type);
      assert.equal(response.headers.get("cache-control"), "public, no-cache");
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      const etag = response.headers.get("etag")!;
      assert.match(etag, /^"[0-9a-f]{32}"$/);
      const same = await app.ask(path, { key: null, headers: { "if-none-match": `W/"x", ${etag}` } });
      assert.deepEqual([same.status, same.text, same.headers.get("etag")], [304, "", etag]);
      const other = await app.ask(path, { key: null, method: "HEAD", headers: { "if-none-match": '"x"' } });
      assert.deepEqual([other.status, other.text, other.headers.get("content-length")], [
        200,
        "",
        String(length),
      ]);
      const post = await app.ask(path, { key: null, method: "POST" });
      assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
    });
  }
  const list = await app.ask("/clients/", { key: null });
  for (const path of [NPM, NPM_VERSION, WHEEL]) {
    assert.ok(list.text.includes(`href="${path.slice("/clients/".length)}"`));
  }
  const absent = [
    "winnow_client-9.9.9-py3-none-any.whl",
    "winnow-client-9.9.9.tgz",
    "package.json",
    "..%2fdeno.json",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  ];
  for (const name of absent) {
    const { status, body } = await app.ask(`/clients/${name}`, { key: null });
    assert.deepEqual([status, body.code], [404, "not_found"], name);
    assert.ok(body.detail.includes(WHEEL) && body.detail.includes(NPM), "the right names are said");
  }
});

Deno.test("an index for pip (PEP 503): normalised names, hashes, the least Python", async () => {
  await using app = await startApp();
  const get = async (path: string) => {
    const response = await fetch(`${app.origin}${path}`, { redirect: "manual" });
    return { status: response.status, to: response.headers.get("location"), text: await response.text() };
  };
  const root = await get("/clients/simple/");
  assert.deepEqual([root.status, [...root.text.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)], [
    200,
    ["winnow-client/"],
  ]);
  const index = await get("/clients/simple/winnow-client/");
  assert.equal(index.status, 200);
  const [, href, python, text] = /<a href="([^"]+)" data-requires-python="([^"]+)">([^<]+)<\/a>/.exec(
    index.text,
  )!;
  assert.deepEqual([python, text], ["&gt;=3.9", WHEEL.slice("/clients/".length)]);
  const url = new URL(href!, `${app.origin}/clients/simple/winnow-client/`);
  assert.equal(url.pathname, WHEEL);
  const digest = createHash("sha256").update(await bytesOf(url.href)).digest("hex");
  assert.equal(url.hash, `#sha256=${digest}`);
  for (const name of ["winnow-client", "winnow_client/", "Winnow.Client", "WINNOW--client/"]) {
    const { status, to } = await get(`/clients/simple/${name}`);
    assert.deepEqual([status, to], [301, "/clients/simple/winnow-client/"], name);
  }
  assert.equal((await get("/clients/simple")).to, "/clients/simple/");
  for (const name of ["httpx/", "winnow/", "..%2f..%2fetc/"]) {
    assert.equal((await get(`/clients/simple/${name}`)).status, 404, name);
  }
});

Deno.test("packages of earlier releases stay served, and nothing else that lies beside them", async () => {
  await inFolder(async (folder) => {
    for (const part of ["typescript", "python"]) {
      await Deno.symlink(`${CLIENTS}/${part}`, `${folder}/${part}`);
    }
    assert.deepEqual(await keepClients(folder), [NPM_VERSION, WHEEL].map((path) => path.slice(9)));
    await keepClients(folder);
    const kept = `${folder}/released`;
    const old = ["winnow-client-0.1.9.tgz", "winnow_client-0.1.9-py3-none-any.whl"];
    for (const name of old) await Deno.writeTextFile(`${kept}/${name}`, `content of ${name}`);
    for (const name of ["README.md", ".winnow-client-0.1.9.tgz", "winnow-client-x.tgz", "other-1.0.tgz"]) {
      await Deno.writeTextFile(`${kept}/${name}`, "not served");
    }
    const app = new Hono<AppEnv>();
    mountClients(app, new ClientPackages(folder));
    const list = await (await app.request("/clients/")).text();
    const index = await (await app.request("/clients/simple/winnow-client/")).text();
    for (const name of old) {
      const response = await app.request(`/clients/${name}`);
      assert.equal(await response.text(), `content of ${name}`);
      assert.ok(list.includes(`href="${name}"`));
    }
    assert.equal(index.match(/<a /g)!.length, 2);
    const digest = createHash("sha256").update(`content of ${old[1]}`).digest("hex");
    assert.ok(index.includes(`href="../../${old[1]}#sha256=${digest}"`));
    assert.ok(!/README|other|client-x/.test(list));
    assert.equal((await app.request("/clients/README.md")).status, 500, "AppError, outside of the service");
    await Deno.writeTextFile(`${kept}/${NPM_VERSION.slice(9)}`, "another content");
    const own = new ClientPackages(folder).package(NPM_VERSION.slice(9))!;
    assert.ok(own.bytes.length > 10_000, "the program's own comes first");
    await assert.rejects(keepClients(folder), /a version is released once/);
  });
});

Deno.test("the packages of every earlier release are kept, and a version that is released no longer changes", async () => {
  const changelog = await Deno.readTextFile(`${ROOT}CHANGELOG.md`);
  const releases = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-/gm)].map(([, version]) => version!)
    .filter((version) => version !== "0.1.0"); // It had no clients.
  const packages = new ClientPackages(CLIENTS);
  const names = packages.names();
  for (const version of releases.filter((version) => version !== VERSION)) {
    assert.ok(names.includes(`winnow-client-${version}.tgz`), version);
    assert.ok(names.includes(`winnow_client-${version}-py3-none-any.whl`), version);
  }
  for (const name of [packages.npmVersionName, packages.wheelName]) {
    const kept = await Deno.readFile(`${CLIENTS}/released/${name}`).catch(() => null);
    if (kept !== null) assert.deepEqual(packages.package(name)!.bytes, kept, "raise the version");
  }
});

Deno.test("every service of a version hands out the same bytes, in any time zone", async () => {
  await using first = await startApp();
  await using second = await startApp();
  for (const path of [NPM, WHEEL]) {
    assert.deepEqual(await bytesOf(first.origin + path), await bytesOf(second.origin + path));
  }
  const digest = async (zone: string) => {
    const code = `
      import { wheel } from "${new URL("../../../src/service/clients/wheel.ts", import.meta.url)}";
      import { npmPackage } from "${new URL(
      "../../../src/service/clients/client_packages.ts",
      import.meta.url,
    )}";
      import { createHash } from "node:crypto";
      const hash = createHash("sha256").update(wheel("${CLIENTS}/python", "1.2.3"));
      console.log(hash.update(npmPackage("${CLIENTS}/typescript")).digest("hex"));`;
    const args = ["eval", "--no-check", code];
    const { stdout } = await new Deno.Command(Deno.execPath(), { args, env: { TZ: zone } }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  const here = await digest("UTC");
  assert.match(here, /^[0-9a-f]{64}$/);
  assert.equal(await digest("Pacific/Kiritimati"), here);
  assert.equal(await digest("America/Anchorage"), here);
});

/** Paths and contents of a tar archive, read by tar. */
async function untarred(archive: Uint8Array): Promise<Map<string, string>> {
  return await inFolder(async (folder) => {
    await Deno.writeFile(`${folder}/a.tar`, archive);
    const tar = async (...args: string[]) => {
      const output = await new Deno.Command("tar", { args: [...args, "-f", `${folder}/a.tar`] }).output();
      assert.equal(output.code, 0);
      assert.equal(new TextDecoder().decode(output.stderr), "");
      return new TextDecoder().decode(output.stdout);
    };
    const names = (await tar("-t")).trim().split("\n");
    return new Map(await Promise.all(names.map(async (name) => [name, await tar("-xO", name)] as const)));
  });
}

Deno.test("the npm package holds what package.json publishes, byte for byte", async () => {
  const files = await untarred(gunzipSync(npmPackage(`${CLIENTS}/typescript`)));
  const published = await publishedFiles();
  assert.deepEqual([...files.keys()].sort(), published.map((path) => `package/${path}`));
  for (const path of published) {
    assert.equal(
      files.get(`package/${path}`),
      await Deno.readTextFile(`${CLIENTS}/typescript/${path}`),
      path,
    );
  }
  assert.equal(JSON.parse(files.get("package/package.json")!).version, VERSION);
});

Deno.test("the wheel's RECORD lists every file with its hash, and its metadata is that of pyproject.toml", async () => {
  const files = unzipSync(wheel(`${CLIENTS}/python`, VERSION));
  const info = `winnow_client-${VERSION}.dist-info`;
  const text = (path: string) => new TextDecoder().decode(files[path]);
  const rows = new Map(
    text(`${info}/RECORD`).trim().split("\n").map((row) => {
      const [path, hash, size] = row.split(",");
      return [path!, { hash: hash!, size: size! }];
    }),
  );
  assert.deepEqual([...rows.keys()].sort(), Object.keys(files).sort());
  for (const [path, { hash, size }] of rows) {
    if (path === `${info}/RECORD`) assert.deepEqual([hash, size], ["", ""]);
    else {
      const digest = createHash("sha256").update(files[path]!).digest("base64url");
      assert.deepEqual([hash, size], [`sha256=${digest}`, String(files[path]!.length)], path);
    }
  }
  assert.ok(!Object.keys(files).some((path) => /__pycache__|tests|\.pyc/.test(path)));
  for (const file of ["py.typed", "types.py", "__init__.py"]) assert.ok(files[`winnow_client/${file}`], file);
  const project = await Deno.readTextFile(`${CLIENTS}/python/pyproject.toml`);
  const { name, summary, license, requiresPython, requires } = WHEEL_METADATA;
  const wanted = {
    name,
    version: VERSION,
    description: summary,
    license,
    "requires-python": requiresPython,
  };
  for (const [field, value] of Object.entries(wanted)) {
    assert.ok(project.includes(`\n${field} = "${value}"\n`), field);
  }
  const sorted = (one: string) => one.replace("httpx", "").split(",").sort().join();
  const [, dependency] = /\ndependencies = \["([^"]+)"\]\n/.exec(project)!;
  assert.deepEqual(requires.map(sorted), [sorted(dependency!)]);
  const metadata = text(`${info}/METADATA`);
  for (const line of [`Name: ${name}`, `Version: ${VERSION}`, `Requires-Dist: ${requires[0]}`]) {
    assert.ok(metadata.includes(`${line}\n`), line);
  }
  assert.ok(metadata.includes("\n\n# winnow-client\n"), "the description follows a blank line");
});
