/** A program of `examples/` as a separate process. */
const ROOT = new URL("../../../", import.meta.url).pathname;

/** Resolves when it says where it listens. @param file below `examples/` */
export async function startExample(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly origin: string } & AsyncDisposable> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", `examples/${file}`],
    cwd: ROOT,
    env: { PORT: "0", NO_COLOR: "1", ...env },
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
  void reading.then(() => listening.reject(new Error(`the example ended: ${output}`)));
  return {
    origin: await listening.promise,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await reading;
    },
  };
}
