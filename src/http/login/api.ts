/** `POST /v1/score/login`. */
import { invalidField } from "../../model/error.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import { isUserId, USER_ID_RULE } from "../../model/user_id.ts";
import { type LoginInput, scoreLogin } from "../../service/login/score_login.ts";
import type { Services } from "../../service/context.ts";
import { parseDevice } from "../../signals/device/parse.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, scoringContext } from "../endpoint.ts";
import { type LoginBody, loginBody } from "./input_schema.ts";
import { loginResult } from "./result_schema.ts";

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
  body: {
    schema: loginBody,
    limit: BODY_LIMIT,
    example: { user_id: "user-81225", ip: "203.0.113.7", method: "password", succeeded: true },
  },
  response: loginResult,
  handler: (request) =>
    scoreLogin(request.services, scoringContext(request, "single"), inputOf(request.services, request.body)),
});

/** @throws AppError invalid_value, naming the field */
function inputOf({ valueReader, now }: Services, body: LoginBody): LoginInput {
  if (!isUserId(body.user_id)) throw invalidField("/user_id", USER_ID_RULE);
  const ip = (body.ip ?? "").trim();
  const deviceId = (body.device_id ?? "").trim();
  const refuseDevice = (why: string) => invalidField("/device_id", why);
  return {
    userId: body.user_id,
    address: ip === "" ? null : valueReader.read("ip", ip, (why) => invalidField("/ip", why)),
    deviceId: deviceId === "" ? null : parseDevice({ device_id: deviceId }, refuseDevice).id,
    userAgent: body.user_agent || body.device_signals?.user_agent || "",
    method: body.method ?? null,
    succeeded: body.succeeded ?? null,
    passwordLeaked: body.password_leaked ?? null,
    at: body.at == null ? null : momentOf(body.at, now()),
  };
}

function momentOf(text: string, now: number): number {
  const at = Date.parse(text);
  if (at > now + MINUTE_MS) throw invalidField("/at", "is in the future");
  if (at < now - PAST_MS) throw invalidField("/at", "is more than 180 days ago");
  return Math.min(at, now);
}

export const loginEndpoints: readonly Endpoint[] = [login];
