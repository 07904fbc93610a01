/**
 * As many requests as a number of connections can send, each after the answer to the one before, by wrk (Debian package wrk),
 * which costs less processor time than any generator of ours. Its latencies leave out what a stall keeps from being sent.
 */
import type { Target } from "../server.ts";
import { framing, type Work, writeLines } from "./work.ts";

interface ClosedLoop {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly requests: number;
  readonly refused: number;
}

interface ClosedLoopOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Lines to make, at least as many as can be sent in this time: without them the newcomers are not new. */
  readonly lines: number;
  /** Whether lines may be sent again. */
  readonly again: boolean;
  /** Answers that are errors are counted, not thrown. */
  readonly mayRefuse?: boolean;
}

export async function hasWrk(): Promise<boolean> {
  try {
    await new Deno.Command("wrk", { args: ["-v"], stdout: "null", stderr: "null" }).output();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** @throws Error for answers that are errors, and when there were too few lines */
export async function closedLoop(
  target: Target,
  work: Work,
  options: ClosedLoopOptions,
): Promise<ClosedLoop> {
  const folder = await Deno.makeTempDir({ prefix: "winnow-bench-load-" });
  try {
    await writeLines(`${folder}/lines`, work, options.lines);
    await Deno.writeTextFile(`${folder}/wrk.lua`, script(target, work, `${folder}/lines`));
    const { connections, seconds } = options;
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "-s", `${folder}/wrk.lua`];
    const { stdout, stderr } = await new Deno.Command("wrk", { args: [...args, target.origin] }).output();
    const text = new TextDecoder().decode(stdout);
    const json = /^RESULT (.*)$/m.exec(text)?.[1];
    if (json === undefined) throw new Error(`wrk: ${text}${new TextDecoder().decode(stderr)}`);
    const result = JSON.parse(json) as ClosedLoop & { wraps: number };
    if (result.refused > 0 && !options.mayRefuse) {
      throw new Error(`${result.refused} of ${result.requests} answers of ${target.origin} were errors`);
    }
    if (result.wraps > 0 && !options.again) {
      throw new Error(`${options.lines} lines were too few for ${result.requests} requests`);
    }
    return result;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function script(target: Target, work: Work, lines: string): string {
  const { before, after } = framing(work, target.origin, target.headers);
  const request = work.method === "GET" ? "before .. line .. after" : "before .. #line .. after .. line";
  return `
local before, after = ${JSON.stringify(before)}, ${JSON.stringify(after)}
local lines = io.open(${JSON.stringify(lines)})
local threads = {}
wraps = 0
function setup(thread) table.insert(threads, thread) end
function request()
  local line = lines:read()
  if line == nil then
    lines:seek("set")
    wraps = wraps + 1
    line = lines:read()
  end
  return ${request}
end
function done(summary, latency)
  local wrapped = 0
  for _, thread in ipairs(threads) do wrapped = wrapped + thread:get("wraps") end
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"perSecond":%.1f,"p50Ms":%.3f,"p99Ms":%.3f,"longestMs":%.3f,"refused":%d,"wraps":%d}\\n',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, latency.max / 1e3,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout, wrapped))
end
`;
}
