/** The agent policy in the console: single changes, and a test with a captured request. */
import type { ConsolePages } from "../console/pages.ts";
import type { AgentAction } from "../../model/agent_policy.ts";
import type { AgentProfile } from "../../model/agent_profile.ts";
import { AppError } from "../../model/error.ts";
import { takeRequest } from "../../service/access/work.ts";
import {
  changeAgentPolicy,
  type PolicyStep,
  readAgentPolicy,
  tryAgentRequest,
} from "../../service/site/agents.ts";
import { AgentsPage, type AgentTest } from "./page.tsx";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";

export const agentPages: ConsolePages = {
  menu: [{ group: "Policies", href: "/console/agents", name: "Agent policy", within: true }],
  reads: "policy.read",
  writes: "policy.write",
  pages: {
    "/console/agents": async (visit) => html(visit.c, await page(visit)),
  },
  forms: {
    "/console/agents": change,
    "/console/agents/try": { take: tryRequest, action: "agents.verify" },
  },
};

async function page(
  { view, services, signed }: SignedVisit,
  more: { readonly problem?: string; readonly test?: AgentTest } = {},
) {
  const policy = await readAgentPolicy(services, signed.caller);
  return AgentsPage({ view, policy, test: { request: "" }, ...more });
}

async function change(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    await changeAgentPolicy(services, signed.caller, stepOf(form), form.text("seen"));
    return seeOther(c, "/console/agents");
  }, (error) => page(visit, { problem: error.message }));
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
    const [host, trigger, reason] = [form.text("host"), form.text("trigger"), form.text("reason")]
      .map((text) => text.trim()) as [string, string, string];
    const named = host === "" ? {} : host.startsWith("https://") ? { url: host } : { host };
    const methods = form.text("methods").split(/[\s,]+/).filter((name) => name !== "").map((name) =>
      name.toUpperCase()
    );
    const profile = form.text("profile") as AgentProfile | ""; // validated as well
    const repeated = form.text("repeated");
    return {
      do: "add",
      rule: {
        action: form.text("action") as AgentAction, // validated with the whole policy
        reason,
        ...named,
        ...(profile === "" ? {} : { profile }),
        ...(repeated === "" ? {} : { repeated: repeated === "true" }),
        ...(trigger === "" ? {} : { trigger }),
        ...(methods.length === 0 ? {} : { methods }),
      },
    };
  }
  if (step === "up" || step === "down" || step === "remove") {
    return { do: step, index: Number(form.text("index")) };
  }
  throw new AppError("invalid_value", "This form is not valid.");
}

/** Free, but it may fetch a key directory, so it counts against the rate limits. */
async function tryRequest(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed: { caller } } = visit;
  const request = form.text("request");
  return await tryForm(c, async () => {
    await takeRequest(
      services,
      caller,
      () => new AppError("rate_limited", "Too many requests with this key. Please wait a moment."),
    );
    const verification = await tryAgentRequest(services, caller, request);
    return html(c, await page(visit, { test: { request, verification } }));
  }, (error) => page(visit, { test: { request, problem: problemOf(error) } }));
}
