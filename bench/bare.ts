/** The first yardstick: a bare Hono route that answers every request with the same JSON, in a separate process. */
import { Hono } from "hono";
import { processorSeconds, type Target } from "./server.ts";

export interface Yardstick extends Target {
  stop(): Promise<void>;
}

export function startBare(body: string): Promise<Yardstick> {
  return startYardstick(Deno.execPath(), ["run", "-A", "--no-check", import.meta.url, body]);
}

/** Starts a program that prints its origin when it listens. */
export async function startYardstick(
  program: string,
  args: readonly string[],
  cwd?: string,
): Promise<Yardstick> {
  const child = new Deno.Command(program, {
    args: [...args],
    ...(cwd === undefined ? {} : { cwd }),
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  if (value === undefined) throw new Error(`${program} ${args[0]} ended with ${(await child.status).code}`);
  return {
    origin: new TextDecoder().decode(value).trim(),
    headers: {},
    processorSeconds: () => processorSeconds(child.pid),
    stop: async () => {
      child.kill("SIGTERM");
      await child.status;
      await child.stdout.cancel();
    },
  };
}

if (import.meta.main) {
  const answer = JSON.parse(Deno.args[0]!);
  const app = new Hono();
  app.all("*", (c) => c.json(answer));
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  console.log(`http://127.0.0.1:${server.addr.port}`);
}
