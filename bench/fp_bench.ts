/**
 * Size and time to an answer of `fp.js` beside FingerprintJS, ThumbmarkJS and BotD, all in the same run of the same
 * Chromium: `deno run -A bench/fp_bench.ts [rounds]`. The peers come from npm into a temporary folder, or from the
 * `node_modules` that FP_PEERS names; they are no part of the project.
 */
import { gzipSync } from "node:zlib";
import { CHROMIUM, inChromium, missing } from "../tests/support/browser.ts";

interface Row {
  readonly name: string;
  /** Path below `node_modules`, or null for ours. */
  readonly file: string | null;
  /** An expression for the answer, run in the page. */
  readonly ask: string;
  readonly module?: true;
}

const ROWS: readonly Row[] = [
  { name: "winnow", file: null, ask: "Winnow.fingerprint()" },
  {
    name: "FingerprintJS 5.2.0",
    file: "@fingerprintjs/fingerprintjs/dist/fp.umd.min.js",
    ask: "FingerprintJS.load().then((agent) => agent.get())",
  },
  {
    name: "ThumbmarkJS 1.11.0",
    file: "@thumbmarkjs/thumbmarkjs/dist/thumbmark.umd.js",
    ask: "new ThumbmarkJS.Thumbmark({ logging: false }).get()",
  },
  {
    name: "BotD 2.0.0",
    file: "@fingerprintjs/botd/dist/botd.esm.js",
    ask: "peer.load().then((agent) => agent.detect())",
    module: true,
  },
];

const rounds = Number(Deno.args[0] ?? 9);
const lacking = missing(CHROMIUM);
if (lacking.length > 0) throw new Error(`needs ${lacking.join(", ")}`);
const peers = Deno.env.get("FP_PEERS") ?? await installPeers();

const scripts = new Map(ROWS.map((row) => [
  row.name,
  Deno.readFileSync(
    row.file === null ? new URL("../src/signals/device/fp.js", import.meta.url) : `${peers}/${row.file}`,
  ),
]));

const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
  const url = new URL(request.url);
  const row = ROWS[Number(url.searchParams.get("row"))]!;
  if (url.pathname === "/script.js") {
    return new Response(scripts.get(row.name), { headers: { "content-type": "text/javascript" } });
  }
  const load = row.module
    ? `<script type="module">import * as peer from "/script.js${url.search}"; window.peer = peer</script>`
    : `<script src="/script.js${url.search}"></script>`;
  return new Response(`<!doctype html><link rel="icon" href="data:,"><title>bench</title>${load}<p>page`, {
    headers: { "content-type": "text/html" },
  });
});

const cold = ROWS.map(() => [] as number[]);
const warm = ROWS.map(() => [] as number[]);
for (let round = 0; round < rounds; round++) {
  for (const [index, row] of ROWS.entries()) {
    await inChromium({}, async (page) => {
      const url = `http://127.0.0.1:${server.addr.port}/?row=${index}`;
      const once = async () => {
        await page.goto(url, { waitUntil: "load" });
        if (row.module) await page.waitForFunction("window.peer");
        return await page.evaluate(
          `(async () => { const start = performance.now(); await ${row.ask}; return performance.now() - start })()`,
        ) as number;
      };
      cold[index]!.push(await once());
      for (let again = 0; again < 3; again++) warm[index]!.push(await once());
    });
  }
}
await server.shutdown();

console.log(
  `${rounds} fresh browsers each; ms to the answer, median (lowest-highest); warm = 3 reloads of each browser`,
);
for (const [index, row] of ROWS.entries()) {
  const script = scripts.get(row.name)!;
  console.log(
    [
      row.name.padEnd(20),
      `gzip ${gzipSync(script, { level: 9 }).length}`.padEnd(12),
      `cold ${spread(cold[index]!)}`.padEnd(30),
      `warm ${spread(warm[index]!)}`.padEnd(30),
      index === 0
        ? ""
        : `ours is ${ratio(cold[0]!, cold[index]!)} x cold, ${ratio(warm[0]!, warm[index]!)} x warm`,
    ].join(""),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function spread(values: readonly number[]): string {
  return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}-${Math.max(...values).toFixed(1)})`;
}

function ratio(ours: readonly number[], theirs: readonly number[]): string {
  return (median(ours) / median(theirs)).toFixed(2);
}

async function installPeers(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "winnow-fp-peers-" });
  const { success } = await new Deno.Command("npm", {
    args: [
      "install",
      "--no-save",
      "--no-audit",
      "--no-fund",
      "@fingerprintjs/fingerprintjs@5.2.0",
      "@thumbmarkjs/thumbmarkjs@1.11.0",
      "@fingerprintjs/botd@2.0.0",
    ],
    cwd: folder,
    stdout: "null",
  }).output();
  if (!success) throw new Error("the peers could not be installed from npm");
  return `${folder}/node_modules`;
}
