/** Clients of npm `postgres`, and what is peculiar about them. */
import postgres from "postgres";
import { withoutSocket } from "./server_url.ts";

export type Client = postgres.Sql;

const CONNECT_SECONDS = 10;
/** Pause before a lost connection is opened again, in seconds. */
const RECONNECT_SECONDS = 0.25;

/** @param connections at most */
export function connectTo(given: string, connections: number): Client {
  const { url, socketFolder } = withoutSocket(given);
  return postgres(url, {
    max: connections,
    connect_timeout: CONNECT_SECONDS,
    backoff: () => RECONNECT_SECONDS,
    fetch_types: false,
    onnotice: () => {},
    // Without it the package asks the system for the user's name, which needs another permission.
    ...(/^\w+:\/\/[^/]*@/.test(url) ? {} : { user: userOfEnvironment() }),
    ...(socketFolder === null ? {} : { host: socketFolder }),
  });
}

/**
 * A new client with the options of an earlier one. The package reads `PG…` variables where it reads a URL, and a server gives
 * up its access to the environment once its store is open; parsed options it takes as they are.
 */
export function connectAgain(
  client: Client,
  changed: {
    readonly prepare?: boolean;
    readonly connect_timeout?: number;
    readonly connection?: Readonly<Record<string, unknown>>;
  } = {},
): Client {
  // As an object: the package's types do not say that it takes its own parsed options.
  const parsed: object = { ...client.options, ...changed };
  return postgres(parsed);
}

/**
 * The package (3.4.9) sends short messages from a timer, also after the server closed the connection: that throws an error
 * which no caller can catch, and which would end the process (porsager/postgres#1208).
 */
export function isLateWrite(error: unknown): boolean {
  return error instanceof TypeError && /\(reading 'write'\)/.test(error.message) &&
    /\bnextWrite\b.*\bpostgres\b/.test(error.stack ?? "");
}

function userOfEnvironment(): string {
  return Deno.env.get("PGUSER") ?? Deno.env.get("USER") ?? "postgres";
}
