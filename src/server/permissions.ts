/**
 * The permissions of a server. `deno task start` and the workers get their files by path (`app/paths.ts`); however it was started, a
 * server gives up what it no longer needs before it accepts a connection. Access to files that was granted as a whole
 * cannot be narrowed to paths at run time: Deno revokes it as a whole or not at all.
 */
import process from "node:process";
import { getCACertificates } from "node:tls";
import type { Config } from "../app/settings/config.ts";
import { pathFlags } from "../app/paths.ts";

/** What nothing needs once the settings are read, the store is open and the clients are made. */
const NEEDED_AT_START = ["env", "sys", "ffi", "import"] as const;

/** Gives up every permission but network, files, and starting processes, which `run` in `cli/` gave up where it is not needed. */
export function dropStartPermissions(): void {
  // The runtime reads these on the first HTTPS request, from the environment and the system, and keeps them.
  if (isGranted({ name: "sys" })) getCACertificates("default");
  for (const name of NEEDED_AT_START) Deno.permissions.revokeSync({ name });
  // A package that looks for an optional variable finds none, instead of failing or asking on a terminal.
  Object.defineProperty(process, "env", { value: {} });
}

const OTHERS = ["net", "env", "sys"] as const;
const HOST_NAME = { name: "sys", kind: "hostname" } as const;

/** The flags of a worker: no more than this process has, files by path, and no permission to start processes. */
export function workerFlags(config: Config): string[] {
  const { read, write } = pathFlags(config);
  const granted = OTHERS.filter((name) => isGranted({ name })).map((name) => `--allow-${name}`);
  if (!isGranted({ name: "sys" }) && isGranted(HOST_NAME)) granted.push("--allow-sys=hostname");
  return [
    "--no-prompt",
    ...granted,
    `--allow-read=${read}`,
    `--allow-write=${write}`,
  ];
}

function isGranted(descriptor: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(descriptor).state === "granted";
}
