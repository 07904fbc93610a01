/**
 * `deno task generators [NAME…]`: each generator of clients generates from the served document, what it made compiles, and
 * makes one call; then schemathesis sends a bounded number of requests. Needs npm, Python, Go, Java, Maven and the
 * network. For a release, and where the document changed.
 */
import { startApp, type TestApp } from "../../tests/support/app/app.ts";
import { type Generator, GENERATORS } from "./generators.ts";
import { schemathesis } from "./schemathesis.ts";

const JAR_VERSION = "7.25.0";
const JAR =
  `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${JAR_VERSION}/openapi-generator-cli-${JAR_VERSION}.jar`;

/** The jar, fetched once for this run. */
async function fetchJar(folder: string): Promise<string> {
  const path = `${folder}/openapi-generator.jar`;
  const response = await fetch(JAR);
  if (!response.ok) throw new Error(`${JAR}: ${response.status}`);
  await Deno.writeFile(path, response.body!);
  return path;
}

/** @throws Error with its output when it fails */
async function run([command, ...args]: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(
    command!.includes("/") && !command!.startsWith("/") ? `${cwd}/${command}` : command!,
    { args, cwd, env },
  ).output();
  const decoder = new TextDecoder();
  const [out, err] = [decoder.decode(stdout), decoder.decode(stderr)];
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")}: ${code}\n${(out + err).slice(-4000)}`);
  return out.trim();
}

async function tryOut(generator: Generator, folder: string, document: string, jar: string, app: TestApp) {
  await Deno.mkdir(folder);
  const { webhooks, ...paths } = JSON.parse(document);
  const given = generator.noWebhooks ? paths : { ...paths, webhooks };
  await Deno.writeTextFile(`${folder}/openapi.json`, JSON.stringify(given));
  for (const [path, text] of Object.entries(generator.files)) {
    await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${folder}/${path}`, text);
  }
  for (const step of generator.steps) await run(step.map((word) => word.replace("{jar}", jar)), folder);
  const printed = await run(generator.call, folder, { WINNOW_URL: app.origin, WINNOW_KEY: app.live });
  if (!/^\d{1,3}$/.test(printed)) throw new Error(`the call printed ${printed}, not a score`);
}

if (import.meta.main) {
  const names = [...GENERATORS.map(({ name }) => name), "schemathesis"];
  const wanted = Deno.args.length === 0 ? names : names.filter((name) => Deno.args.includes(name));
  const unknown = Deno.args.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(`no generator ${unknown.join(", ")}; there are ${names.join(", ")}`);
  }
  const folder = await Deno.makeTempDir();
  let failed = 0;
  try {
    await using app = await startApp();
    const { text: document } = await app.ask("/openapi.json", { key: null });
    const needsJar = wanted.some((name) => name.startsWith("openapi-generator"));
    const jar = needsJar ? await fetchJar(folder) : "";
    for (const [index, name] of wanted.entries()) {
      const started = performance.now();
      try {
        const generator = GENERATORS.find((each) => each.name === name);
        const place = `${folder}/${index}`;
        if (generator === undefined) await schemathesis(place, app, run);
        else await tryOut(generator, place, document, jar, app);
        console.log(`${name}: good, ${Math.round((performance.now() - started) / 1000)} s`);
      } catch (error) {
        failed++;
        console.error(`${name}: FAILED\n${error instanceof Error ? error.message : error}`);
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(() => {}); // read-only modules of Go
  }
  Deno.exit(failed === 0 ? 0 : 1);
}
