/** A program of `examples/`, or another that says where it listens, as a separate process. */
const ROOT = new URL("../../../", import.meta.url).pathname;

export interface Listening extends AsyncDisposable {
  readonly origin: string;
  /** What it printed so far. */
  output(): string;
}

/** Resolves when it says where it listens. */
export async function startListening(
  program: string,
  options: {
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<Listening> {
  const child = new Deno.Command(program, {
    args: [...options.args],
    cwd: options.cwd,
    env: { NO_COLOR: "1", ...options.env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const listening = Promise.withResolvers<string>();
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      const origin = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (origin !== undefined) listening.resolve(origin);
    }
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  void reading.then(() => listening.reject(new Error(`the program ended: ${output}`)));
  return {
    origin: await listening.promise,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await reading;
    },
  };
}

/** @param file below `examples/` */
export async function startExample(file: string, env: Readonly<Record<string, string>>): Promise<Listening> {
  const args = ["run", "--no-check", "-A", `examples/${file}`];
  return await startListening(Deno.execPath(), { args, cwd: ROOT, env: { PORT: "0", ...env } });
}
