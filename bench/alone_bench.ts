/**
 * Bytes of the embedded store for a score that is committed alone, by what the file has after the server has stopped:
 * `deno run -A --unstable-kv bench/alone_bench.ts [--scores 3000]`. Target: an address costs at most 1,600 bytes.
 */
import { parseArgs } from "node:util";
import { addresses, emails, phones, signups } from "./load/values.ts";
import { announced } from "./load/work.ts";
import { benchKey, type BenchServer, benchServer } from "./server.ts";

const MOST_OF_ADDRESS = 1600;

const { values } = parseArgs({ args: Deno.args, options: { scores: { type: "string", default: "3000" } } });
const scores = Number(values.scores);
const isUsed = await announced();
const [ip, email, phone] = [addresses(2001, isUsed), emails(2002), phones(2003)];
const signup = signups(2004, isUsed);

console.log("| Scored alone | Bytes each | Target | |\n|---|---|---|---|");
await row("An IP address", (server) => server.get(`/v1/score/ip?ip=${ip()}`), MOST_OF_ADDRESS);
await row(
  "An e-mail address",
  (server) => server.get(`/v1/verify/email?email=${encodeURIComponent(email())}`),
);
await row("A phone number", (server) => server.get(`/v1/lookup/phone?phone=${encodeURIComponent(phone())}`));
await row("A sign-up", (server) => server.post("/v1/score/user", JSON.stringify(signup())));

async function row(
  name: string,
  score: (server: BenchServer) => Promise<string>,
  most?: number,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "winnow-alone-" });
  try {
    const key = await benchKey({ WINNOW_DATA_DIR: folder });
    const before = await filled(folder, key, score, 300);
    const after = await filled(folder, key, score, scores);
    const bytes = Math.round((after - before) / scores);
    const target = most === undefined ? "|" : `<= ${most} | ${bytes <= most ? "met" : "missed"}`;
    console.log(`| ${name} | ${bytes.toLocaleString("en")} | ${target} |`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The size of the file after more scores, without its log. */
async function filled(
  folder: string,
  key: string,
  score: (server: BenchServer) => Promise<string>,
  count: number,
): Promise<number> {
  const server = await benchServer({}, { folder, key });
  for (let scored = 0; scored < count; scored++) await score(server);
  await server.stop();
  return (await Deno.stat(`${folder}/winnow.kv`)).size;
}
