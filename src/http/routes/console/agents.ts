/** The agent policy in the console: one step at a time, and a captured request tried on it. */
import type { Hono } from "hono";
import type { AgentAction } from "../../../model/agent_policy.ts";
import { AppError } from "../../../model/error.ts";
import {
  changeAgentPolicy,
  type PolicyStep,
  readAgentPolicy,
  tryAgentRequest,
} from "../../../service/site/agents.ts";
import type { AppEnv } from "../../context.ts";
import { AgentsPage } from "../../site/console/agents.tsx";
import type { Form } from "../../site/form.ts";
import { consoleForm, consolePage, type SignedVisit } from "../../site/page_handler.ts";
import { html, pageStatus, seeOther } from "../../site/respond.ts";
import type { Site } from "../../site/site.ts";

export function mountConsoleAgents(app: Hono<AppEnv>, site: Site): void {
  app.get(
    "/console/agents",
    consolePage(site, async ({ c, view, services, signed }) => {
      return html(
        c,
        AgentsPage({ view, policy: await readAgentPolicy(services, signed.caller), trial: { request: "" } }),
      );
    }),
  );
  app.post("/console/agents", consoleForm(site, change));
  app.post("/console/agents/try", consoleForm(site, tryRequest));
}

async function change({ c, view, services, signed }: SignedVisit, form: Form): Promise<Response> {
  try {
    await changeAgentPolicy(services, signed.caller, stepOf(form), form.text("seen"));
    return seeOther(c, "/console/agents");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const policy = await readAgentPolicy(services, signed.caller);
    const page = AgentsPage({ view, policy, trial: { request: "" }, problem: error.message });
    return html(c, page, pageStatus(error.code));
  }
}

function stepOf(form: Form): PolicyStep {
  const step = form.text("do");
  if (step === "settings") {
    return {
      do: "settings",
      defaultsApply: form.text("defaults") === "true",
      replayProtection: form.text("nonce") === "true" ? "nonce" : "signature-window",
    };
  }
  if (step === "add") {
    const [trigger, reason] = [form.text("trigger").trim(), form.text("reason").trim()];
    const methods = form.text("methods").split(/[\s,]+/).filter((name) => name !== "").map((name) =>
      name.toUpperCase()
    );
    return {
      do: "add",
      rule: {
        action: form.text("action") as AgentAction, // checked with the whole policy
        reason,
        ...(trigger === "" ? {} : { trigger }),
        ...(methods.length === 0 ? {} : { methods }),
      },
    };
  }
  if (step === "up" || step === "down" || step === "remove") {
    return { do: step, index: Number(form.text("index")) };
  }
  throw new AppError("invalid_value", "The form asks for nothing this page can do.");
}

/** Free of charge, but it may fetch a key directory: it counts against the key's limit a minute. */
async function tryRequest({ c, view, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const { caller } = signed;
  const policy = await readAgentPolicy(services, caller);
  const request = form.text("request");
  try {
    const rate = services.limiter.take(caller.key.id, caller.key.ratePerMinute, services.now());
    if (!rate.allowed) {
      throw new AppError("rate_limited", "This key is asking too often. Please wait a little.");
    }
    const outcome = await tryAgentRequest(services, caller, request);
    return html(c, AgentsPage({ view, policy, trial: { request, outcome } }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = error.extra.errors?.[0]?.detail ?? error.message;
    return html(c, AgentsPage({ view, policy, trial: { request, problem } }), pageStatus(error.code));
  }
}
