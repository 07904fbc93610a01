/**
 * Measures detection on the corpora through the public API and prints one table.
 *
 *   deno run -A --unstable-kv scripts/measure.ts [--corpora DIR] [--mirror DIR] [--mode cold|refreshed] [--only ip,email,domain,signups,mmdb,linked,proxies,campaigns]
 *     [--countries FILE.mmdb] [--seeds 1,2] [--runs quiet,attacked,unnamed]
 *
 * cold: nothing but the bundle. refreshed: the mirror's feeds have been loaded once. DNS fails in both. `linked`, `proxies` and
 * `campaigns` run in this process, always from the bundle alone, and so does the comparison with a country table, if one is given.
 * The seeds are those of campaigns; what is missed of a seed below 100 is told in full.
 * Exit code 1 when a figure of the release gate is missed, 2 for wrong arguments.
 */
import { parseArgs } from "node:util";
import type { DomainFields } from "../src/signals/domain/score.ts";
import type { EmailFields } from "../src/signals/email/score.ts";
import type { IpFields } from "../src/signals/ip/score.ts";
import { CAMPAIGN_RUNS, CAMPAIGN_SEEDS, measureCampaigns } from "./measure_campaigns.ts";
import { measureDomain } from "./measure_domain.ts";
import { measureEmail } from "./measure_email.ts";
import { measureIp, type MeasureMode, type MeasureRow } from "./measure_ip.ts";
import { measureLinked } from "./measure_linked.ts";
import { measureMmdb } from "./measure_mmdb.ts";
import { measurePlaces } from "./measure_places.ts";
import { measureProxies } from "./measure_proxies.ts";
import { atMostCount, type Measure } from "./measure_rows.ts";
import { type MeasuredService, startMeasured } from "./measure_service.ts";
import { measureSignups } from "./measure_signups.ts";

/** A line of the table. */
export interface Line {
  readonly metric: string;
  readonly value: string;
  readonly target: string;
  /** Null: reported without a target. */
  readonly ok: boolean | null;
  /** Part of the release gate. */
  readonly gate: boolean;
}

const PARTS = ["ip", "email", "domain", "signups", "mmdb", "linked", "proxies", "campaigns"] as const;
type Part = (typeof PARTS)[number];
/** What runs without the service's own process. */
const IN_THIS_PROCESS: ReadonlySet<string> = new Set<Part>(["linked", "proxies", "campaigns"]);

/** The release gate: a miss of one of these fails the run. */
const GATE: ReadonlySet<string> = new Set([
  "false positives, residential",
  "Apple relay as VPN",
  "free or alias providers flagged disposable (count)",
  "disposable recall, strong",
  "wrong suggestion, real look-alikes",
  "homograph on legitimate IDNs",
  "Tor exit recall",
  "answers with a 5xx status (count)",
]);

async function measure(
  service: MeasuredService,
  corpora: string,
  mode: MeasureMode,
  parts: readonly Part[],
  progress: (line: string) => void,
): Promise<Line[]> {
  const lines: Line[] = [];
  if (parts.includes("ip")) {
    progress("addresses");
    const rows = await runTwice<IpFields>(service, "ip", (score) => measureIp(score, corpora, mode));
    lines.push(...rows.map(lineOfPercent));
  }
  if (parts.includes("email")) {
    progress("e-mail addresses");
    const rows = await runTwice<EmailFields>(service, "email", (score) => measureEmail(score, corpora));
    lines.push(...rows.map(lineOfShare));
  }
  if (parts.includes("domain")) {
    progress("domains");
    const rows = await runTwice<DomainFields | null>(
      service,
      "domain",
      (score) => measureDomain(score, corpora),
    );
    lines.push(...rows.map(lineOfShare));
  }
  if (parts.includes("signups")) {
    progress("sign-ups");
    const rows = await measureSignups((signups) => service.signups(signups), corpora, mode);
    lines.push(...rows.map(lineOfShare));
  }
  if (parts.includes("mmdb")) lines.push(...measureMmdb(corpora).map(lineOfPercent));
  lines.push(lineOfShare(atMostCount("answers with a 5xx status", service.failures, 0)));
  return lines;
}

/**
 * Runs a measuring function, which scores one value at a time, twice: the first run only collects the values, which are then
 * scored in batches for the second run. Values that only the second run requests are scored one by one.
 */
async function runTwice<Fields>(
  service: MeasuredService,
  type: "ip" | "email" | "domain",
  run: (score: (value: string) => Promise<Fields>) => Promise<(Measure | MeasureRow)[]>,
): Promise<(Measure & MeasureRow)[]> {
  const requested = new Set<string>();
  await run((value) => {
    requested.add(value);
    return Promise.resolve(BLANK as Fields);
  });
  const values = [...requested];
  const scored = await service.batch(type, values);
  const answers = new Map<string, unknown>(values.map((value, index) => [value, scored[index]]));
  const rows = await run(async (value) => {
    const batched = answers.get(value) ?? null;
    if (batched !== null) return batched as Fields;
    const refused = type === "domain" ? null : BLANK;
    const answer = await service.single(type, value) ?? refused;
    answers.set(value, answer);
    return answer as Fields;
  });
  return rows as (Measure & MeasureRow)[];
}

/** A result without any known fields: for the first run, and for a value that is refused. */
const BLANK: unknown = {
  signals: {},
  geo: { country: null, city: null, asn: null, isp: null },
  vpn_provider: null,
  did_you_mean: null,
  normalized_email: "",
};

function lineOfPercent({ metric, value, target, ok }: MeasureRow): Line {
  const shown = value === null ? "nothing measured" : `${value.toFixed(2)} %`;
  const wanted = target === "report" ? "reported" : `${target} %`;
  return {
    metric,
    value: shown,
    target: wanted,
    ok: target === "report" ? null : ok,
    gate: GATE.has(metric),
  };
}

function lineOfShare({ metric, value, target, ok }: Measure): Line {
  const shown = metric.endsWith("(count)")
    ? `${value}`
    : metric.endsWith("(times)")
    ? value.toFixed(1)
    : /AUC/.test(metric)
    ? value.toFixed(3)
    : `${(value * 100).toFixed(2)} %`;
  return { metric, value: shown, target, ok, gate: GATE.has(metric) };
}

export function table(lines: readonly Line[]): string {
  const width = (key: "metric" | "value" | "target") =>
    Math.max(key.length, ...lines.map((line) => line[key].length));
  const [metric, value, target] = [width("metric"), width("value"), width("target")];
  const row = (a: string, b: string, c: string, d: string) =>
    `${a.padEnd(metric)}  ${b.padStart(value)}  ${c.padEnd(target)}  ${d}`.trimEnd();
  const verdict = ({ ok, gate }: Line) => (ok === null ? "" : ok ? "ok" : "MISSED") + (gate ? " (gate)" : "");
  return [
    row("metric", "value", "target", "ok"),
    ...lines.map((line) => row(line.metric, line.value, line.target, verdict(line))),
  ].join("\n");
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
  const progress = (line: string) => console.error(`measure: ${line}`);
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      corpora: { type: "string", default: `${root}/../shared/corpora` },
      mirror: { type: "string", default: `${root}/../shared/mirror` },
      mode: { type: "string", default: "cold" },
      only: { type: "string", default: PARTS.join(",") },
      countries: { type: "string", default: "" },
      seeds: { type: "string", default: CAMPAIGN_SEEDS.join(",") },
      runs: { type: "string", default: CAMPAIGN_RUNS.join(",") },
    },
  });
  const { mode } = values;
  const parts = values.only.split(",");
  if (
    (mode !== "cold" && mode !== "refreshed") ||
    !parts.every((part) => (PARTS as readonly string[]).includes(part))
  ) {
    console.error(`--mode takes cold or refreshed, --only any of ${PARTS.join(",")}`);
    Deno.exit(2);
  }
  const lines: Line[] = [];
  if (parts.some((part) => !IN_THIS_PROCESS.has(part))) {
    await using service = await startMeasured({ root, mode, mirror: values.mirror, progress });
    lines.push(...await measure(service, values.corpora, mode, parts as Part[], progress));
  }
  if (parts.includes("linked")) {
    const rows = await measureLinked(values.corpora, progress);
    lines.push(...rows.map((row) => ({ ...lineOfShare(row), gate: row.ok !== null })));
  }
  if (parts.includes("proxies")) {
    progress("proxies on people's lines");
    lines.push(...(await measureProxies(root, values.corpora)).map(lineOfShare));
  }
  if (parts.includes("campaigns")) {
    const seeds = values.seeds.split(",").map(Number);
    const runs = CAMPAIGN_RUNS.filter((run) => values.runs.split(",").includes(run));
    lines.push(...(await measureCampaigns(root, { seeds, runs }, progress)).map(lineOfShare));
  }
  if (values.countries !== "") lines.push(...(await measurePlaces(root, values.countries)).map(lineOfShare));
  console.log(`mode ${mode}, corpora ${values.corpora}\n${table(lines)}`);
  if (lines.some((line) => line.gate && line.ok === false)) Deno.exitCode = 1;
}
