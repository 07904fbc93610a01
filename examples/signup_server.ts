/**
 * The server of signup.html. Start Winnow, then: `API_KEY=wk_live_… deno run -A examples/signup_server.ts`.
 * Only this server knows the key, which needs the scope score and no other; it never reaches the browser.
 */
const WINNOW = Deno.env.get("API_URL") ?? "http://127.0.0.1:8080";
const KEY = Deno.env.get("API_KEY") ?? "";
const PAGE = new URL("signup.html", import.meta.url);

Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("PORT") ?? 8000) }, async (request, info) => {
  if (request.method === "GET") {
    return new Response(await Deno.readTextFile(PAGE), { headers: { "content-type": "text/html" } });
  }
  const { email, device } = await request.json();
  const { verdict } = await score({
    ip: info.remoteAddr.hostname,
    email,
    device_id: device?.device_id,
    device_signals: device?.signals,
    device_automation: device?.automation,
  });
  if (verdict === "block") {
    return Response.json({ message: "We cannot create this account." }, { status: 403 });
  }
  return Response.json({
    message: verdict === "allow" ? "Welcome!" : "Thank you. We will write to you soon.",
  });
});

/**
 * Allows the sign-up when Winnow does not respond in time or fails: a scoring service must never stop your business. What
 * Winnow refuses is reviewed: visitors choose what they send, so a refusal must not let them in.
 */
async function score(signup: Record<string, unknown>): Promise<{ verdict: string }> {
  try {
    const response = await fetch(`${WINNOW}/v1/score/user`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": KEY },
      // One field that cannot be read does not hide the others: they are scored, and the verdict is at least review.
      body: JSON.stringify({ ...signup, on_invalid: "review" }),
      signal: AbortSignal.timeout(2000),
    });
    if (response.ok) return await response.json();
    console.error(`Winnow answered ${response.status}: ${await response.text()}`);
    return { verdict: response.status < 500 ? "review" : "allow" };
  } catch (error) {
    console.error(error);
    return { verdict: "allow" };
  }
}
