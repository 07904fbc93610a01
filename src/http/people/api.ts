/** `/v1/people`: who signs in to the console, with which role; their sessions. */
import {
  changePerson,
  invitePerson,
  listPeople,
  personBody as bodyOf,
  removePerson,
  requirePerson,
} from "../../service/people/people.ts";
import { endSession, endSessions, sessionsOf } from "../../service/people/person_sessions.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, type ValidRequest, withRequestId } from "../endpoint.ts";
import {
  invitedPerson,
  peopleResult,
  personBody,
  personChange,
  personDeleted,
  personParams,
  sessionParams,
  sessionsEnded,
  sessionsResult,
} from "./schema.ts";

const PEOPLE = { family: "account", action: "people.manage", tag: "People", free: true } as const;

const list = endpoint({
  ...PEOPLE,
  method: "get",
  path: "/v1/people",
  summary: "List the people of your account",
  description: "Who can sign in to the console, and who was invited. Free.",
  errors: ["test_key_refused"],
  response: peopleResult,
  handler: async (request) => withRequestId(request, await listPeople(request.services, request.caller)),
});

const invite = endpoint({
  ...PEOPLE,
  method: "post",
  path: "/v1/people",
  created: true,
  summary: "Invite a person",
  description:
    "The link is sent by mail where the service has a mail server; otherwise it is in the answer, and you hand it over. Whoever opens it chooses a password and sets up an authenticator. Free.",
  body: {
    schema: personBody,
    limit: BODY_LIMIT,
    example: { email: "anna@shop.example", role: "analyst", name: "Anna" },
  },
  errors: ["test_key_refused", "conflict"],
  response: invitedPerson,
  exampleParts: { state: "invited", sign_in: null, signed_in_at: null },
  handler: async (request) => {
    const { services, caller, body } = request;
    const { person, link } = await invitePerson(services, caller, body, originOf(request));
    return withRequestId(request, { ...bodyOf(services, person), invite_url: link });
  },
});

const change = endpoint({
  ...PEOPLE,
  method: "patch",
  path: "/v1/people/{person_id}",
  summary: "Change a person",
  description:
    "What is not given stays. Another role holds from the person's next page on. The last owner who can sign in keeps the role (409). Free.",
  params: personParams,
  body: { schema: personChange, limit: BODY_LIMIT, example: { role: "editor" } },
  errors: ["test_key_refused", "not_found", "conflict", "forbidden"],
  response: invitedPerson,
  exampleParts: { invite_url: null, invited_until: null },
  handler: async (request) => {
    const { services, caller, body } = request;
    const { person, link } = await changePerson(services, caller, idOf(request), body, originOf(request));
    return withRequestId(request, { ...bodyOf(services, person), invite_url: link });
  },
});

const remove = endpoint({
  ...PEOPLE,
  method: "delete",
  path: "/v1/people/{person_id}",
  summary: "Remove a person",
  description:
    "Their sessions end at once. What they did stays in the audit log. The last owner who can sign in stays (409). Free.",
  params: personParams,
  errors: ["test_key_refused", "not_found", "conflict"],
  response: personDeleted,
  handler: async (request) => {
    await removePerson(request.services, request.caller, idOf(request));
    return withRequestId(request, { deleted: 1 as const });
  },
});

const sessions = endpoint({
  ...PEOPLE,
  method: "get",
  path: "/v1/people/{person_id}/sessions",
  summary: "List the sessions of a person",
  description: "Where the person is signed in, the newest first. Free.",
  params: personParams,
  errors: ["not_found", "test_key_refused"],
  response: sessionsResult,
  handler: async (request) => {
    const { services, caller } = request;
    const found = await sessionsOf(services, await requirePerson(services, caller, idOf(request)));
    return withRequestId(request, { count: found.length, sessions: found });
  },
});

const endAll = endpoint({
  ...PEOPLE,
  method: "delete",
  path: "/v1/people/{person_id}/sessions",
  summary: "Sign a person out",
  description: "Ends all sessions of the person at once. Free.",
  params: personParams,
  errors: ["not_found", "test_key_refused"],
  response: sessionsEnded,
  handler: async (request) => {
    const { services, caller } = request;
    const person = await requirePerson(services, caller, idOf(request));
    return withRequestId(request, { ended: await endSessions(services, caller, person, null) });
  },
});

const endOne = endpoint({
  ...PEOPLE,
  method: "delete",
  path: "/v1/people/{person_id}/sessions/{session_id}",
  summary: "End a session",
  description: "Ends one session of a person at once. Free.",
  params: sessionParams,
  errors: ["not_found", "test_key_refused"],
  response: sessionsEnded,
  handler: async (request) => {
    const { services, caller, c } = request;
    const person = await requirePerson(services, caller, idOf(request));
    await endSession(services, caller, person, c.req.param("session_id") ?? "");
    return withRequestId(request, { ended: 1 });
  },
});

function idOf({ c }: ValidRequest): string {
  return c.req.param("person_id") ?? "";
}

/** Where links lead to. */
function originOf({ c, services }: ValidRequest): string {
  return services.baseUrl ?? new URL(c.req.url).origin;
}

export const peopleEndpoints: readonly Endpoint[] = [list, invite, change, sessions, endOne, endAll, remove];
