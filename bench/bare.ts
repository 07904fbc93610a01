/** The baseline: a bare Hono route that answers every request with the same JSON, in a separate process. */
import { Hono } from "hono";

export async function startBare(body: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", import.meta.url, body],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return {
    origin: new TextDecoder().decode(value).trim(),
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
