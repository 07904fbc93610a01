/**
 * `deno task bench [name…]`: each figure is a ratio within one run, of the server and a baseline on the same machine. Load
 * comes from `wrk` (Debian package wrk). Not part of the tests, because a machine's noise is not a failure.
 */
import { startBare } from "../bench/bare.ts";
import { type BenchServer, benchServer } from "../bench/server.ts";
import { rate } from "../bench/wrk.ts";

interface Row {
  readonly work: string;
  readonly ours: string;
  readonly baseline: string;
  readonly ratio: string;
  readonly target: string;
}

const SECONDS = 5;
const SIGNUP = JSON.stringify({
  ip: "73.15.20.1",
  email: "jane.doe@gmail.com",
  phone: "+442083661177",
  domain: "gmail.com",
  device_id: "0123456789abcdef0123456789abcdef",
});

const BENCHMARKS: Readonly<Record<string, (server: BenchServer) => Promise<Row[]>>> = {
  async ip(server) {
    const path = "/v1/score/ip?ip=73.15.20.1";
    const bare = await startBare(await server.get(path));
    const rows: Row[] = [];
    for (const [connections, target] of [[64, ">= 0.20 (0.30 later)"], [256, ">= 0.50 later"]] as const) {
      const ours = await rate(server.origin + path, {
        connections,
        seconds: SECONDS,
        headers: server.headers,
      });
      const baseline = await rate(bare.origin + path, {
        connections,
        seconds: SECONDS,
        headers: server.headers,
      });
      rows.push(compare(`GET /v1/score/ip, ${connections} connections`, ours, baseline, target));
    }
    await bare.stop();
    return rows;
  },
  async email(server) {
    const email = "/v1/verify/email?email=jane.doe@gmail.com";
    const ip = "/v1/score/ip?ip=73.15.20.1";
    await server.get(email);
    const options = { connections: 16, seconds: SECONDS, headers: server.headers };
    const [ours, baseline] = [
      await rate(server.origin + email, options),
      await rate(server.origin + ip, options),
    ];
    return [{
      work: "GET /v1/verify/email p99, cached domain, against /v1/score/ip",
      ours: `${ours.p99Ms} ms`,
      baseline: `${baseline.p99Ms} ms`,
      ratio: (ours.p99Ms / baseline.p99Ms).toFixed(2),
      target: "<= 3",
    }];
  },
  async user(server) {
    const bare = await startBare(await server.post("/v1/score/user", SIGNUP));
    const options = { connections: 64, seconds: SECONDS, headers: server.headers, body: SIGNUP };
    const ours = await rate(`${server.origin}/v1/score/user`, options);
    const baseline = await rate(`${bare.origin}/v1/score/user`, options);
    await bare.stop();
    return [compare("POST /v1/score/user, all components local", ours, baseline, ">= 0.15")];
  },
  async report(server) {
    const body = JSON.stringify({ kind: "ip", value: "73.15.20.7" });
    const bare = await startBare(await server.post("/v1/report", body));
    const options = { connections: 64, seconds: SECONDS, headers: server.headers, body };
    const ours = await rate(`${server.origin}/v1/report`, options);
    const baseline = await rate(`${bare.origin}/v1/report`, options);
    await bare.stop();
    return [compare("POST /v1/report, each durable", ours, baseline, ">= 0.10")];
  },
  async batch(server) {
    const { batchAgainstMmdb } = await import("../bench/batch.ts");
    return [await batchAgainstMmdb(server)];
  },
  async import(server) {
    const file = Array.from({ length: 10_000 }, (_, i) => `20.${i >> 16 & 255}.${i >> 8 & 255}.${i & 255}`)
      .join("\n");
    const answer = await server.post("/v1/rules/import?action=block", file, "text/plain");
    const seconds = JSON.parse(answer).processing_time_sec as number;
    return [{
      work: "import of 10,000 rules, server time",
      ours: `${seconds.toFixed(2)} s`,
      baseline: "",
      ratio: "",
      target: "< 1 s",
    }];
  },
  async memory(server) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return [
      {
        work: "start to first answer",
        ours: `${server.startMs} ms`,
        baseline: "",
        ratio: "",
        target: "<= 500 ms",
      },
      {
        work: "resident memory, idle with all bundled data",
        ours: `${await server.residentMiB()} MiB`,
        baseline: "",
        ratio: "",
        target: "<= 250 MiB",
      },
    ];
  },
};

function compare(
  work: string,
  ours: { perSecond: number },
  baseline: { perSecond: number },
  target: string,
): Row {
  return {
    work,
    ours: `${Math.round(ours.perSecond)}/s`,
    baseline: `${Math.round(baseline.perSecond)}/s bare Hono`,
    ratio: (ours.perSecond / baseline.perSecond).toFixed(2),
    target,
  };
}

const names = Deno.args.length > 0
  ? Deno.args
  : ["memory", "ip", "email", "user", "report", "batch", "import"];
console.log("| Work | Winnow | Baseline | Ratio | Target |\n|---|---|---|---|---|");
for (const name of names) {
  const bench = BENCHMARKS[name];
  if (bench === undefined) {
    console.error(`there is no benchmark ${name}; there are ${Object.keys(BENCHMARKS).join(", ")}`);
    Deno.exit(2);
  }
  const server = await benchServer();
  try {
    for (const row of await bench(server)) {
      console.log(`| ${row.work} | ${row.ours} | ${row.baseline} | ${row.ratio} | ${row.target} |`);
    }
  } finally {
    await server.stop();
  }
}
