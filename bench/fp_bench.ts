/**
 * Compares `src/signals/device/fp.js` with FingerprintJS, ThumbmarkJS and BotD in the same Chromium: size, time to a result, stability of the id
 * and detected bots. `deno run -A bench/fp_bench.ts [rounds]`. The other scripts are installed from npm into a temporary
 * folder, or read from the `node_modules` that FP_PEERS names; they are not dependencies of the project.
 */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import {
  CHROMIUM,
  inChromium,
  missing,
  type PageOptions,
  WINDOWS_CHROME,
  withChromium,
} from "../tests/support/browser/chromium.ts";

interface Script {
  readonly name: string;
  /** Path below `node_modules`, or null for ours. */
  readonly file: string | null;
  /** An expression for the result, run in the page. */
  readonly ask: string;
  readonly module?: true;
  /** Expressions over the result `a`; null where the script does not report it. */
  readonly id: string | null;
  readonly bot: string | null;
}

const SCRIPTS: readonly Script[] = [
  {
    name: "winnow",
    file: null,
    ask: "Winnow.fingerprint()",
    id: "a.device_id",
    bot: "a.automation.webdriver || a.automation.automation_globals || a.automation.headless_ua",
  },
  {
    name: "FingerprintJS 5.2.0",
    file: "@fingerprintjs/fingerprintjs/dist/fp.umd.min.js",
    ask: "FingerprintJS.load().then((agent) => agent.get())",
    id: "a.visitorId",
    bot: null,
  },
  {
    name: "ThumbmarkJS 1.11.0",
    file: "@thumbmarkjs/thumbmarkjs/dist/thumbmark.umd.js",
    ask: "new ThumbmarkJS.Thumbmark({ logging: false }).get()",
    id: "a.thumbmark",
    bot: null,
  },
  {
    name: "BotD 2.0.0",
    file: "@fingerprintjs/botd/dist/botd.esm.js",
    ask: "peer.load().then((agent) => agent.detect())",
    module: true,
    id: null,
    bot: "a.bot",
  },
];

const CHANGES: Readonly<Record<string, PageOptions>> = {
  language: { locale: "ja-JP" },
  "time zone": { timezoneId: "Asia/Tokyo" },
  "pixel ratio 1.25": { deviceScaleFactor: 1.25 },
  "pixel ratio 2": { deviceScaleFactor: 2 },
  "dark mode": { colorScheme: "dark" },
  "reduced motion": { reducedMotion: "reduce" },
  "newer user agent": {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/199.0.0.0 Safari/537.36",
  },
  "larger screen": { screen: { width: 2560, height: 1440 } },
};

const rounds = Number(Deno.args[0] ?? 9);
const lacking = missing(CHROMIUM);
if (lacking.length > 0) throw new Error(`needs ${lacking.join(", ")}`);
const peers = Deno.env.get("FP_PEERS") ?? await installPeers();
const sources = SCRIPTS.map(({ file }) =>
  Deno.readFileSync(
    file === null ? new URL("../src/signals/device/fp.js", import.meta.url) : `${peers}/${file}`,
  )
);

await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
  const { pathname, search, searchParams } = new URL(request.url);
  const index = Number(searchParams.get("script"));
  if (pathname === "/script.js") {
    return new Response(sources[index], { headers: { "content-type": "text/javascript" } });
  }
  const load = SCRIPTS[index]!.module
    ? `<script type="module">import * as peer from "/script.js${search}"; window.peer = peer</script>`
    : `<script src="/script.js${search}"></script>`;
  return new Response(`<!doctype html><link rel="icon" href="data:,"><title>bench</title>${load}<p>page`, {
    headers: { "content-type": "text/html" },
  });
});

await measureTime();
await compareIds();
await compareBots();

async function measureTime(): Promise<void> {
  const cold = SCRIPTS.map(() => [] as number[]);
  const warm = SCRIPTS.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const index of SCRIPTS.keys()) {
      await inChromium({}, async (page) => {
        cold[index]!.push(await timed(page, index));
        for (let again = 0; again < 3; again++) warm[index]!.push(await timed(page, index));
      });
    }
  }
  console.log(`ms to the result, median (lowest-highest); ${rounds} fresh browsers, 3 reloads of each`);
  for (const [index, { name }] of SCRIPTS.entries()) {
    console.log(
      name.padEnd(20),
      `gzip ${gzipSync(sources[index]!, { level: 9 }).length}`.padEnd(11),
      `cold ${spread(cold[index]!)}`.padEnd(28),
      `warm ${spread(warm[index]!)}`.padEnd(28),
      index === 0
        ? ""
        : `ours ${ratio(cold[0]!, cold[index]!)} x cold, ${ratio(warm[0]!, warm[index]!)} x warm`,
    );
  }
}

async function compareIds(): Promise<void> {
  console.log("\nid kept when changed");
  for (const [index, { name, id }] of SCRIPTS.entries()) {
    if (id === null) continue;
    await withChromium({}, async (open) => {
      const plain = await answer(await open(), index, id);
      const kept: string[] = [];
      const lost: string[] = [];
      for (const [change, options] of Object.entries(CHANGES)) {
        (await answer(await open(options), index, id) === plain ? kept : lost).push(change);
      }
      console.log(
        name.padEnd(20),
        `kept ${kept.length} of ${kept.length + lost.length}`,
        lost.map((x) => `lost: ${x}`).join(", "),
      );
    });
  }
}

async function compareBots(): Promise<void> {
  console.log("\nbots found");
  const unmarked = ["--disable-blink-features=AutomationControlled"];
  for (const [index, { name, bot }] of SCRIPTS.entries()) {
    if (bot === null) continue;
    const stock = await inChromium({}, (page) => answer(page, index, bot));
    const renamed = await inChromium(
      { flags: unmarked, userAgent: WINDOWS_CHROME },
      (page) => answer(page, index, bot),
    );
    console.log(name.padEnd(20), `stock headless: ${stock}, with the user agent of Windows: ${renamed}`);
  }
}

async function visit(page: Page, index: number): Promise<void> {
  await page.goto(`http://127.0.0.1:${server.addr.port}/?script=${index}`, { waitUntil: "load" });
  if (SCRIPTS[index]!.module) await page.waitForFunction("window.peer");
}

async function timed(page: Page, index: number): Promise<number> {
  await visit(page, index);
  const { ask } = SCRIPTS[index]!;
  return await page.evaluate(
    `(async () => { const start = performance.now(); await ${ask}; return performance.now() - start })()`,
  ) as number;
}

async function answer(page: Page, index: number, expression: string): Promise<unknown> {
  await visit(page, index);
  return await page.evaluate(`${SCRIPTS[index]!.ask}.then((a) => ${expression})`);
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
  const packages = [
    "@fingerprintjs/fingerprintjs@5.2.0",
    "@thumbmarkjs/thumbmarkjs@1.11.0",
    "@fingerprintjs/botd@2.0.0",
  ];
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--no-save", "--no-audit", "--no-fund", ...packages],
    cwd: folder,
    stdout: "null",
  }).output();
  if (!success) throw new Error("the peers could not be installed from npm");
  return `${folder}/node_modules`;
}
