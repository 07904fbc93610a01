/** The files of `examples/` as code blocks of the guides: what a guide shows is what the tests run. */
import agentsExpress from "../../../examples/agents_express.mjs" with { type: "text" };
import agentsHono from "../../../examples/agents_hono.mjs" with { type: "text" };
import agentsNginx from "../../../examples/agents_nginx.conf" with { type: "text" };
import auth0Action from "../../../examples/auth0_action.js" with { type: "text" };
import betterAuth from "../../../examples/better_auth.mjs" with { type: "text" };
import betterAuthGuard from "../../../examples/better_auth_guard.mjs" with { type: "text" };
import clerkCodes from "../../../examples/clerk_codes.ts" with { type: "text" };
import clerkDecision from "../../../examples/clerk_decision.ts" with { type: "text" };
import djangoApp from "../../../examples/django_app.py" with { type: "text" };
import eventsReceiver from "../../../examples/events_receiver.mjs" with { type: "text" };
import eventsReceiverPython from "../../../examples/events_receiver.py" with { type: "text" };
import express from "../../../examples/express.mjs" with { type: "text" };
import fastapiApp from "../../../examples/fastapi_app.py" with { type: "text" };
import googleAccountProtection from "../../../examples/google_account_protection.mjs" with { type: "text" };
import hono from "../../../examples/hono.mjs" with { type: "text" };
import keycloakAdmin from "../../../examples/keycloak_admin.mjs" with { type: "text" };
import keycloakLogins from "../../../examples/keycloak_logins.mjs" with { type: "text" };
import keycloakPoller from "../../../examples/keycloak_poller.mjs" with { type: "text" };
import nextAction from "../../../examples/next_action.ts" with { type: "text" };
import nextRoute from "../../../examples/next_route.ts" with { type: "text" };
import signupPage from "../../../examples/signup.html" with { type: "text" };
import signupServer from "../../../examples/signup_server.mjs" with { type: "text" };
import stripeWebhook from "../../../examples/stripe_webhook.ts" with { type: "text" };
import twilioVerify from "../../../examples/twilio_verify.ts" with { type: "text" };
import webhookReceiver from "../../../examples/webhook_receiver.ts" with { type: "text" };
import types from "../../signals/device/fp.d.ts" with { type: "text" };
import { Code } from "../site/parts/marks.tsx";

const LOCAL = "http://127.0.0.1:8080";

/** By their placeholders. */
const FILES: Readonly<Record<string, readonly [file: string, text: string]>> = {
  example_agents_express_mjs: ["agents_express.mjs", agentsExpress],
  example_agents_hono_mjs: ["agents_hono.mjs", agentsHono],
  example_agents_nginx_conf: ["agents_nginx.conf", agentsNginx],
  example_auth0_action_js: ["auth0_action.js", auth0Action],
  example_better_auth_guard_mjs: ["better_auth_guard.mjs", betterAuthGuard],
  example_better_auth_mjs: ["better_auth.mjs", betterAuth],
  example_clerk_codes_ts: ["clerk_codes.ts", clerkCodes],
  example_clerk_decision_ts: ["clerk_decision.ts", clerkDecision],
  example_django_app_py: ["django_app.py", djangoApp],
  example_events_receiver_mjs: ["events_receiver.mjs", eventsReceiver],
  example_events_receiver_py: ["events_receiver.py", eventsReceiverPython],
  example_express_mjs: ["express.mjs", express],
  example_fastapi_app_py: ["fastapi_app.py", fastapiApp],
  example_google_account_protection_mjs: ["google_account_protection.mjs", googleAccountProtection],
  example_hono_mjs: ["hono.mjs", hono],
  example_keycloak_admin_mjs: ["keycloak_admin.mjs", keycloakAdmin],
  example_keycloak_logins_mjs: ["keycloak_logins.mjs", keycloakLogins],
  example_keycloak_poller_mjs: ["keycloak_poller.mjs", keycloakPoller],
  example_next_action_ts: ["next_action.ts", nextAction],
  example_next_route_ts: ["next_route.ts", nextRoute],
  example_signup_html: ["signup.html", signupPage],
  example_signup_server_mjs: ["signup_server.mjs", signupServer],
  example_stripe_webhook_ts: ["stripe_webhook.ts", stripeWebhook],
  example_twilio_verify_ts: ["twilio_verify.ts", twilioVerify],
  example_webhook_receiver_ts: ["webhook_receiver.ts", webhookReceiver],
  fp_types: ["fp.d.ts", types],
};

/** With the address of this service in place of the one that the files have. Null: there is no such example. */
export function exampleCode(placeholder: string, origin: string) {
  const found = FILES[placeholder];
  if (found === undefined) return null;
  const [file, text] = found;
  const id = file.replaceAll(/[._]/g, "-");
  return <Code id={id} run="file" text={text.trimEnd().replaceAll(LOCAL, origin)} caption={file} />;
}
