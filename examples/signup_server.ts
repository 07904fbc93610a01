/**
 * The server of signup.html. Start Winnow, then: `API_KEY=wk_live_… deno run -A examples/signup_server.ts`.
 * Only this server knows the key, which needs the scope score and no other; it never reaches the browser.
 */
import { Winnow } from "winnow-client";

const PAGE = new URL("signup.html", import.meta.url);
/** Without an answer in time a sign-up is allowed: a scoring service must never stop your business. Invalid input is a review. */
const winnow = new Winnow({
  baseUrl: Deno.env.get("API_URL") ?? "http://127.0.0.1:8080",
  apiKey: Deno.env.get("API_KEY") ?? "",
  timeoutMs: 1000,
  onUnavailable: "allow",
});

Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("PORT") ?? 8000) }, async (request, info) => {
  if (request.method === "GET") {
    return new Response(await Deno.readTextFile(PAGE), { headers: { "content-type": "text/html" } });
  }
  const { email, device } = await request.json().catch(() => null) ?? {};
  if (typeof email !== "string" || email === "") {
    return Response.json({ message: "Please enter an e-mail address." }, { status: 400 });
  }
  // `device` as it came from the browser: the client and Winnow check it.
  const { verdict } = await winnow.scoreSignup({ ip: info.remoteAddr.hostname, email, device });
  if (verdict === "block") {
    return Response.json({ message: "We cannot create this account." }, { status: 403 });
  }
  return Response.json({
    message: verdict === "allow" ? "Welcome!" : "Thank you. We will write to you soon.",
  });
});
