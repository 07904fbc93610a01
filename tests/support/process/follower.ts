/** `winnow follow` as a process. */
const ROOT = new URL("../../../", import.meta.url).pathname;

interface RunningFollower {
  readonly lines: readonly string[];
  /** Resolves with the first new line of this form. @throws Error when the process ends without one */
  line(form: RegExp): Promise<string>;
  /** Resolves when all that was confirmed until now is in the copy. */
  caughtUp(): Promise<void>;
  /** SIGKILL */
  kill(): Promise<void>;
  /** The exit code. */
  stop(signal?: Deno.Signal): Promise<number>;
}

export function startFollower(
  dataDir: string,
  dir: string,
  env: Readonly<Record<string, string>> = {},
): RunningFollower {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", "cli.ts", "follow", dir, "--status", "1"],
    cwd: ROOT,
    env: { WINNOW_DATA_DIR: dataDir, WINNOW_OFFLINE: "true", NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const lines: string[] = [];
  let changed = Promise.withResolvers<void>();
  let ended = false;
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      lines.push(...parts);
      changed.resolve();
      changed = Promise.withResolvers();
    }
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]).then(() => {
    ended = true;
    changed.resolve();
  });
  const line = async (form: RegExp) => {
    for (let at = lines.length;;) {
      for (; at < lines.length; at++) if (form.test(lines[at]!)) return lines[at]!;
      if (ended) throw new Error(`the follower ended: ${lines.join("\n")}`);
      await changed.promise;
    }
  };
  const end = async (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // It ended by itself.
    }
    const { code } = await child.status;
    await reading;
    return code;
  };
  return {
    lines,
    line,
    async caughtUp() {
      const from = Date.now();
      for (;;) {
        const [, at, seconds] = /^(\S+) behind by at most (\S+) s$/.exec(await line(/ behind by /))!;
        // The seconds have one digit.
        if (Date.parse(at!) - 1000 * Number(seconds) - 50 >= from) return;
      }
    },
    kill: async () => void await end("SIGKILL"),
    stop: (signal = "SIGTERM") => end(signal),
  };
}
