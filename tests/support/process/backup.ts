/** `winnow backup` as a process whose output is bytes, and which can be killed. */
const ROOT = new URL("../../../", import.meta.url).pathname;

interface BackupProcess {
  /** SIGKILL */
  kill(): void;
  output(): Promise<{ readonly code: number; readonly bytes: Uint8Array; readonly err: string }>;
}

export function startBackup(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): BackupProcess {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", "cli.ts", "backup", ...args],
    cwd: ROOT,
    env: { WINNOW_DATA_DIR: dataDir, WINNOW_OFFLINE: "true", NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  return {
    kill: () => child.kill("SIGKILL"),
    async output() {
      const { code, stdout, stderr } = await child.output();
      return { code, bytes: stdout, err: new TextDecoder().decode(stderr) };
    },
  };
}
