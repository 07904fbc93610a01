/**
 * Next.js, a server action: scores sign-ups before their users exist. Save it as app/signup/actions.ts, and use it with
 * `const [state, action] = useActionState(signUp, { message: "" })` and `<form action={action}>`:
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz
 *
 * The form has the fields `email` and `device`, a hidden one with the result of /fp.js as JSON. API_URL and API_KEY belong to the
 * environment of the server; `next build` needs neither.
 */
// deno-lint-ignore-file no-process-global -- edge runtimes have no node:process
"use server";

import { headers } from "next/headers";
import { Winnow } from "winnow-client";

let client: Winnow | undefined;
/** Made on first use: a build loads this file without the secrets. */
const winnow = () =>
  client ??= new Winnow({
    baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
    apiKey: process.env.API_KEY ?? "",
  });

/** Sign-ups of one network in a minute, in this process: where many run, limit them before, for example in your proxy. */
const PER_MINUTE = 60;
const counts = new Map<string, number>();
let minute = 0;

export async function signUp(_previous: { message: string }, form: FormData): Promise<{ message: string }> {
  // The last entry is the one that the proxy before Next.js wrote; those before it come from the visitor.
  const ip = (await headers()).get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  if (isFlood(ip)) return { message: "Please try again in a minute." };
  // Anyone can call an action with anything: a file in place of a text, too.
  const email = form.get("email");
  if (typeof email !== "string" || email.trim() === "") return { message: "An e-mail, please." };
  const { verdict } = await winnow().scoreSignup({ ip, email, device: parsed(form.get("device")) });
  if (verdict === "block") return { message: "We cannot create this account." };
  // Create the user here, and save requestId with it: with it you label the sign-up as fraud or legit later.
  return { message: verdict === "review" ? "Thank you. We will write to you soon." : "Welcome!" };
}

/** IPv6 addresses are counted by their /64: one customer has that many. */
function isFlood(address: string): boolean {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) counts.clear();
  minute = now;
  const ip = address.replace(/^::ffff:/, "");
  const network = ip.includes(":") ? ip.split("::")[0]!.split(":").slice(0, 4).join(":") : ip;
  const count = (counts.get(network) ?? 0) + 1;
  counts.set(network, count);
  return count > PER_MINUTE;
}

/** What is no JSON is handed on as a text: the client reviews it. */
function parsed(device: FormDataEntryValue | null): unknown {
  if (device === null || device === "") return null;
  const text = String(device);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
