/** Load by wrk: requests per second and the 99th percentile of latency. */

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent by POST as JSON. */
  readonly body?: string;
}

export async function rate(url: string, load: Load): Promise<{ perSecond: number; p99Ms: number }> {
  const script = await Deno.makeTempFile({ suffix: ".lua" });
  try {
    const headers = Object.entries({
      ...load.headers,
      ...(load.body === undefined ? {} : { "content-type": "application/json" }),
    });
    await Deno.writeTextFile(
      script,
      [
        ...headers.map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`),
        ...(load.body === undefined
          ? []
          : [`wrk.method = "POST"`, `wrk.body = ${JSON.stringify(load.body)}`]),
      ].join("\n"),
    );
    const args = ["-t1", `-c${load.connections}`, `-d${load.seconds}s`, "--latency", "-s", script, url];
    const output = await new Deno.Command("wrk", { args }).output();
    const text = new TextDecoder().decode(output.stdout);
    const errors = /Non-2xx or 3xx responses: (\d+)/.exec(text);
    if (errors !== null) throw new Error(`${errors[1]} answers were errors: ${url}`);
    return {
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)![1]),
      p99Ms: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(text)!),
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new Error("the benchmarks need wrk (apt-get install wrk)");
    }
    throw error;
  } finally {
    await Deno.remove(script);
  }
}

function milliseconds([, number, unit]: RegExpExecArray): number {
  return Number(number) * (unit === "us" ? 0.001 : unit === "ms" ? 1 : 1000);
}
