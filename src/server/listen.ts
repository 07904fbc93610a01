/** Listening addresses: how a server starts to listen, and under which URL it is reached. */
import type { Config } from "../app/settings/config.ts";
import { type ListenAddress, SettingError } from "../app/settings/setting.ts";

/**
 * Calls a function that starts to listen.
 * @throws AddrInUse; SettingError for an address that is invalid, not of this machine, or not permitted
 */
export function startListening<T>(hostname: string, port: number, start: () => T): T {
  try {
    return start();
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) throw error;
    throw new SettingError(`WINNOW_HOST: cannot listen on ${hostname}:${port}: ${(error as Error).message}`);
  }
}

/** The same for WINNOW_METRICS_ADDR. @throws SettingError, also when the address is in use */
export function startListeningForMetrics<T>({ host, port }: ListenAddress, start: () => T): T {
  try {
    return start();
  } catch (error) {
    const { message } = error as Error;
    throw new SettingError(`WINNOW_METRICS_ADDR: cannot listen on ${host}:${port}: ${message}`);
  }
}

export function originOf({ hostname, port }: { readonly hostname: string; readonly port: number }): string {
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
  return `http://${host}:${port}`;
}

/** The origin for a client on this machine: loopback for a server that listens on all addresses. */
export function localOrigin(origin: string): string {
  return origin.replace(/^http:\/\/0\.0\.0\.0(?=:|$)/, "http://127.0.0.1").replace(
    /^http:\/\/\[::\](?=:|$)/,
    "http://[::1]",
  );
}

/** What a start prints: the pages to open in a browser. */
export function pageLines({ baseUrl, signup }: Pick<Config, "baseUrl" | "signup">, origin: string): string[] {
  const base = baseUrl ?? localOrigin(origin);
  const lines = [`  console  ${base}/console`, `  docs     ${base}/docs`];
  return signup === "open" ? [...lines, `  sign-up  ${base}/signup`] : lines;
}

/** Resolves on SIGTERM or SIGINT. */
export function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  Deno.addSignalListener("SIGTERM", resolve);
  Deno.addSignalListener("SIGINT", resolve);
  return promise;
}
