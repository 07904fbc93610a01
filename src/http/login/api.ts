/** `POST /v1/score/login` and `POST /v1/events`. */
import { invalidField } from "../../model/error.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import { isUserId, USER_ID_RULE } from "../../model/user_id.ts";
import { recordAccountEvent } from "../../service/login/account_events.ts";
import { type LoginInput, scoreLogin } from "../../service/login/score_login.ts";
import type { Services } from "../../service/context.ts";
import { parseDevice } from "../../signals/device/parse.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, scoringContext, type ValidRequest, withRequestId } from "../endpoint.ts";
import { accountEventBody, type LoginBody, loginBody } from "./input_schema.ts";
import { accountEventResult, loginResult } from "./result_schema.ts";

const PAST_MS = 180 * DAY_MS;

const login = endpoint({
  method: "post",
  path: "/v1/score/login",
  family: "scoring",
  action: "scores.score",
  tag: "Scoring",
  summary: "Score a log-in",
  description:
    "Compares a log-in with the user's earlier ones and with what fails around it: a new device, network or country, impossible travel, credential stuffing, an attack on this user or on the whole site. `account.suggest` says what to do; first log-ins are never punished for being new. What is remembered are hashes and facts, at most 30 places a user for 180 days. Tell at /v1/outcome what became of it. One lookup.",
  idempotent: true,
  body: {
    schema: loginBody,
    limit: BODY_LIMIT,
    example: { user_id: "user-81225", ip: "203.0.113.7", method: "password", succeeded: true },
  },
  response: loginResult,
  handler: (request) => scoreLogin(request.services, scoringContext(request, "single"), inputOf(request)),
});

/** @throws AppError invalid_value, naming the field */
function inputOf({ services, c, body }: ValidRequest<unknown, LoginBody>): LoginInput {
  return {
    ...whoAndWhere(services, body),
    origin: services.baseUrl ?? new URL(c.req.url).origin,
    userAgent: body.user_agent || body.device_signals?.user_agent || "",
    method: body.method ?? null,
    succeeded: body.succeeded ?? null,
    passwordLeaked: body.password_leaked ?? null,
  };
}

/** @throws AppError invalid_value, naming the field */
function whoAndWhere(
  { valueReader, now }: Services,
  body: Pick<LoginBody, "user_id" | "ip" | "device_id" | "at">,
) {
  if (!isUserId(body.user_id)) throw invalidField("/user_id", USER_ID_RULE);
  const ip = (body.ip ?? "").trim();
  const deviceId = (body.device_id ?? "").trim();
  const refuseDevice = (why: string) => invalidField("/device_id", why);
  return {
    userId: body.user_id,
    address: ip === "" ? null : valueReader.read("ip", ip, (why) => invalidField("/ip", why)),
    deviceId: deviceId === "" ? null : parseDevice({ device_id: deviceId }, refuseDevice).id,
    at: body.at == null ? null : momentOf(body.at, now()),
  };
}

function momentOf(text: string, now: number): number {
  const at = Date.parse(text);
  if (at > now + MINUTE_MS) throw invalidField("/at", "is in the future");
  if (at < now - PAST_MS) throw invalidField("/at", "is more than 180 days ago");
  return Math.min(at, now);
}

const events = endpoint({
  method: "post",
  path: "/v1/events",
  family: "general",
  action: "labels.write",
  tag: "Feedback",
  summary: "Tell what a user changed of their account",
  description:
    "A new e-mail address or password within an hour of a log-in with a device that the user never had is a takeover: the event `login.takeover` is sent, and the user's log-ins step up for 30 days, until the outcome `reset` or `owner_confirmed`. A change with a device (or, where none is sent, from a network) that was the user's for a day before is their own. Tell it when it was changed. Free.",
  // The same event again finds the user marked already.
  idempotent: true,
  free: true,
  body: {
    schema: accountEventBody,
    limit: BODY_LIMIT,
    example: { type: "email_changed", user_id: "user-81225", ip: "203.0.113.7" },
  },
  errors: ["account_paused"],
  response: accountEventResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    const input = { ...whoAndWhere(services, body), type: body.type };
    return withRequestId(request, await recordAccountEvent(services, caller, input));
  },
});

export const loginEndpoints: readonly Endpoint[] = [login, events];
