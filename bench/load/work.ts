/** The kinds of requests that are measured, and their lines: what the load generators send, one request a line. */
import { BUNDLE_DIR } from "../../src/app/paths.ts";
import { openBundle } from "../../src/feeds/tables/bundle.ts";
import { Mix } from "./mix.ts";
import { addresses, emails, type IsUsed, logins, phones, type Signup, signups } from "./values.ts";

export interface Work {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The next line: what follows the path of a GET, the body of a POST. */
  readonly line: () => string;
  /** The lines of all that come again. */
  readonly pool: readonly string[];
}

const WORK_NAMES = ["score-ip", "score-user", "report", "verify-email", "guard-send", "score-login"] as const;
type WorkName = (typeof WORK_NAMES)[number];

export interface Works extends Readonly<Record<WorkName, Work>> {
  /** Addresses that were never sent before. */
  readonly unseen: () => string;
}

export function works(seed: number, isUsed: IsUsed): Works {
  const ips = new Mix(addresses(seed, isUsed), { seed });
  const people = new Mix<Signup>(signups(seed + 1, isUsed), { seed: seed + 1 });
  const mailboxes = new Mix(emails(seed + 2), { seed: seed + 2 });
  const reported = new Mix(addresses(seed + 3, isUsed), { seed: seed + 3 });
  const users = new Mix(logins(seed + 4, isUsed), { seed: seed + 4 });
  const askers = new Mix(addresses(seed + 5, isUsed), { seed: seed + 5 });
  const numbers = phones(seed + 6);
  // Most numbers get one code.
  const sends = new Mix(() => ({ to: numbers(), ip: askers.next() }), { seed: seed + 6, unseen: 1 });
  return {
    "score-ip": work("score-ip", "GET", "/v1/score/ip?ip=", ips, (ip) => ip),
    "score-user": work("score-user", "POST", "/v1/score/user", people, (signup) => JSON.stringify(signup)),
    report: work("report", "POST", "/v1/report", reported, (value) => JSON.stringify({ kind: "ip", value })),
    "verify-email": work("verify-email", "GET", "/v1/verify/email?email=", mailboxes, (email) => email),
    "guard-send": work(
      "guard-send",
      "POST",
      "/v1/guard/send",
      sends,
      (send) => JSON.stringify({ channel: "sms", purpose: "signup", cost: 0.05, ...send }),
    ),
    "score-login": work(
      "score-login",
      "POST",
      "/v1/score/login",
      users,
      (login) => JSON.stringify({ method: "password", succeeded: true, ...login }),
    ),
    unseen: () => ips.fresh(),
  };
}

function work<Value>(
  name: WorkName,
  method: Work["method"],
  path: string,
  mix: Mix<Value>,
  line: (value: Value) => string,
): Work {
  return { name, method, path, line: () => line(mix.next()), pool: mix.pool.map(line) };
}

/** The same work with only those that come again, each as often as the others. @param from where in the pool it begins */
export function onlyPool(work: Work, from = 0): Work {
  let index = from;
  return { ...work, line: () => work.pool[index++ % work.pool.length]! };
}

/** The same work with one value, again and again. */
export function hot(work: Work): Work {
  return { ...work, line: () => work.pool[0]! };
}

/** Addresses that a network of the bundle announces, as those of real visitors are. */
export async function announced(): Promise<IsUsed> {
  const { networks } = await openBundle(BUNDLE_DIR);
  return (address) => networks.lookup(address).known;
}

/** Writes lines to a file for a generator. */
export async function writeLines(path: string, work: Work, count: number): Promise<void> {
  using file = await Deno.create(path);
  const writer = file.writable.getWriter();
  const encoder = new TextEncoder();
  for (let left = count; left > 0; left -= 10_000) {
    const lines = Array.from({ length: Math.min(left, 10_000) }, () => work.line() + "\n");
    await writer.write(encoder.encode(lines.join("")));
  }
  await writer.close();
}

/** The bytes around a line that make it a request: of a POST, its length follows `head`. */
export function framing(work: Work, origin: string, headers: Readonly<Record<string, string>>) {
  const fields = { host: new URL(origin).host, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return work.method === "GET" ? { before: `GET ${work.path}`, after: ` HTTP/1.1\r\n${lines}\r\n` } : {
    before: `POST ${work.path} HTTP/1.1\r\n${lines}content-type: application/json\r\ncontent-length: `,
    after: "\r\n\r\n",
  };
}
