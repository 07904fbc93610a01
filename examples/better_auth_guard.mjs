/**
 * Better Auth: asks before a code is sent by SMS or mail, and compares each log-in with the user's earlier ones. In Node 20.3 or
 * later:
 *
 *   npm install better-auth http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… node better_auth_guard.mjs
 */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { toNodeHandler } from "better-auth/node";
import { emailOTP, phoneNumber } from "better-auth/plugins";
import { Winnow } from "winnow-client";
import { winnowLogins, winnowSends } from "winnow-client/better-auth";

const PORT = Number(process.env.PORT ?? 3000);

/** One client for both. The key needs the scopes `score` and `feedback`. */
const client = new Winnow({
  baseUrl: process.env.API_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.API_KEY,
  timeoutMs: Number(process.env.API_TIMEOUT_MS ?? 1000),
});

/** In place of your senders. Nothing is sent of what `winnowSends` refused. */
const send = (to, text) => console.log(`to ${to}: ${text}`);

export const auth = betterAuth({
  baseURL: `http://127.0.0.1:${PORT}`,
  // For a try. An application has a database, and a secret that stays.
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  secret: process.env.BETTER_AUTH_SECRET ?? randomBytes(32).toString("hex"),
  emailAndPassword: { enabled: true },
  // Whose X-Forwarded-For is believed: your proxies. Without one the visitor chooses the address.
  advanced: { ipAddress: { trustedProxies: ["127.0.0.1"] } },
  // Floods of one address: they must not use up your limits. Several servers: `storage: "database"`.
  rateLimit: {
    enabled: true,
    customRules: { "/sign-in/*": { window: 60, max: 30 }, "/phone-number/*": { window: 60, max: 30 } },
  },
  plugins: [
    phoneNumber({
      sendOTP: ({ phoneNumber, code }) => send(phoneNumber, code),
      signUpOnVerification: { getTempEmail: (phone) => `${phone.slice(1)}@phone.invalid` },
    }),
    emailOTP({ sendVerificationOTP: ({ email, otp }) => Promise.resolve(send(email, otp)) }),
    winnowSends({ client, cost: 0.05 }),
    winnowLogins({
      client,
      onNotice: ({ notice, user }) => send(user.email, notice.mail.en.subject),
      onDecision: ({ decision, refused }) => {
        console.log(refused ? "refused" : "let in", decision.suggest, decision.summary ?? decision.detail);
      },
    }),
  ],
});

createServer(toNodeHandler(auth)).listen(PORT, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${PORT}/api/auth`);
});
