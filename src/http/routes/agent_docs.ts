/** `/docs/agents`: each reason code for the operator of an agent, and how to fix it. Where the `docs` links lead. */
import type { Hono } from "hono";
import { html } from "hono/html";
import { SERVICE } from "../../domain/service.ts";
import { reasonDocs } from "../../service/agents.ts";
import type { AppEnv } from "../context.ts";

export function mountAgentDocs(app: Hono<AppEnv>): void {
  app.get("/docs/agents", (c) =>
    c.html(page(), 200, {
      "cache-control": "public, max-age=3600",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    }));
}

function page() {
  return html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Signed agents: reason codes | ${SERVICE.title}</title>
      </head>
      <body>
        <main>
    <h1>Signed agents: what each reason means</h1>
    <p>A site checked your agent's Web Bot Auth signature (RFC 9421) with ${SERVICE
      .title} and was given one of these
    reasons. They are listed in the order in which they are checked; the first that applies is given.</p>
    ${reasonDocs().map(({ reason, class: kind, meaning, fix }) =>
      html`
        <section id="${reason}">
          <h2><code>${reason}</code></h2>
          <p>${meaning} <small>(${kind})</small></p>
          <p><strong>What to do:</strong> ${fix}</p>
        </section>
      `
    )}
    <section id="policy">
    <h2>The site's policy</h2>
    <p>Rules apply to verified agents, in order; the first that matches decides. When none matches, a verified agent is
    allowed, an unsigned request and one that could not be checked are reviewed, and a wrong claim is denied.</p>
    <p>A signature that covers only <code>@authority</code> can be used again for any method, path and body on that host until
    it expires; cover <code>@method</code> and <code>@path</code> too. A covered <code>Content-Digest</code> binds the field:
    the content is the site's to compare.</p>
    </section>
        </main>
      </body>
    </html>
  `;
}
