/**
 * Better Auth: scores every new user before it is created. In Node 20.3 or later:
 *
 *   npm install better-auth http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… node better_auth.mjs
 */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { toNodeHandler } from "better-auth/node";
import { winnow } from "winnow-client/better-auth";

const PORT = Number(process.env.PORT ?? 3000);

export const auth = betterAuth({
  baseURL: `http://127.0.0.1:${PORT}`,
  // For a try. An application has a database, and a secret that stays.
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  secret: process.env.BETTER_AUTH_SECRET ?? randomBytes(32).toString("hex"),
  emailAndPassword: { enabled: true },
  // Whose X-Forwarded-For is believed: your proxies. Without one the visitor chooses the address.
  advanced: { ipAddress: { trustedProxies: ["127.0.0.1"] } },
  // Sign-ups of one address in a minute: a flood must not use up your limits. Several servers: `storage: "database"`.
  rateLimit: { enabled: true, customRules: { "/sign-up/*": { window: 60, max: 30 } } },
  plugins: [
    winnow({
      baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
      apiKey: process.env.API_KEY,
      onBlock: "refuse",
      onReview: "allow",
      // Save requestId with the user: with it you label the sign-up as fraud or legit later.
      onDecision: ({ decision, refused, user }) => {
        console.log(refused ? "refused" : `created ${user.id}`, decision.verdict, decision.requestId);
      },
    }),
  ],
});

createServer(toNodeHandler(auth)).listen(PORT, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${PORT}/api/auth/sign-up/email`);
});
