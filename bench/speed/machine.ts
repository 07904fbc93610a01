/** Where and with what a benchmark ran. */
import { VERSION } from "../../src/model/service.ts";
import diy from "../diy/package.json" with { type: "json" };

interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryMiB: number;
  readonly system: string;
}

export async function machine(): Promise<Machine> {
  const info = await Deno.readTextFile("/proc/cpuinfo").catch(() => "");
  return {
    processor: /^model name\s*: (.*)$/m.exec(info)?.[1] ?? "unknown",
    cores: navigator.hardwareConcurrency,
    memoryMiB: Math.round(Deno.systemMemoryInfo().total / 2 ** 20),
    system: `${Deno.build.os} ${Deno.osRelease()}`,
  };
}

/** Null: not installed. */
export async function versions(): Promise<Readonly<Record<string, string | null>>> {
  return {
    winnow: VERSION,
    commit: await firstLine("git", ["rev-parse", "--short", "HEAD"]),
    deno: Deno.version.deno,
    v8: Deno.version.v8,
    node: await firstLine("node", ["--version"]),
    wrk: await firstLine("wrk", ["-v"]),
    postgres: await firstLine("psql", ["--version"]),
    ...diy.dependencies,
  };
}

async function firstLine(program: string, args: string[]): Promise<string | null> {
  try {
    const { stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return new TextDecoder().decode(stdout).split("\n")[0] || null;
  } catch {
    return null;
  }
}

/** Of the last 1, 5 and 15 minutes. What else runs on the machine makes the longest latencies longer. */
export function loadAverage(): readonly number[] {
  return Deno.loadavg().map((load) => Math.round(load * 100) / 100);
}
