/** A realm whose admin API answers as Keycloak's: events newest first by page, users, sessions. */
import assert from "node:assert/strict";
import { startHttpServer } from "../servers/http_server.ts";

// deno-lint-ignore no-explicit-any -- tests break it in every way
export type KeycloakEvent = any;

export const KEYCLOAK_ENV = { KEYCLOAK_REALM: "shop", KEYCLOAK_CLIENT_SECRET: "s3cret" };

export function startKeycloak() {
  const users = new Map<string, Record<string, unknown>>();
  /** By session: the user. */
  const sessions = new Map<string, string>();
  const events: KeycloakEvent[] = [];
  const puts: string[] = [];
  /** Users that the realm lets nobody write. */
  const locked = new Set<string>();
  const server = startHttpServer(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/realms/shop/protocol/openid-connect/token") {
      const form = new URLSearchParams(await request.text());
      assert.deepEqual(
        [form.get("grant_type"), form.get("client_id"), form.get("client_secret")],
        ["client_credentials", "winnow", "s3cret"],
      );
      return Response.json({ access_token: "token" });
    }
    assert.equal(request.headers.get("authorization"), "Bearer token");
    const [, , , , kind, id, part] = pathname.split("/");
    if (kind === "events") {
      const types = searchParams.getAll("type");
      const from = Date.parse(searchParams.get("dateFrom")!);
      const [first, max] = [Number(searchParams.get("first")), Number(searchParams.get("max"))];
      const listed = events.filter((event) => !(event?.time < from))
        .filter((event) => event?.type === undefined || types.includes(event.type))
        .sort((a, b) => (b?.time ?? 0) - (a?.time ?? 0));
      return Response.json(listed.slice(first, first + max));
    }
    if (kind === "sessions" && request.method === "DELETE") {
      return sessions.delete(id!) ? new Response(null, { status: 204 }) : notFound("Session not found");
    }
    const user = users.get(id ?? "");
    if (user === undefined) return notFound("User not found");
    if (part === "logout" && request.method === "POST") {
      for (const [session, owner] of sessions) if (owner === id) sessions.delete(session);
      return new Response(null, { status: 204 });
    }
    if (request.method === "GET") return Response.json(user);
    if (locked.has(id!)) return Response.json({ errorMessage: "read-only" }, { status: 400 });
    puts.push(id!);
    users.set(id!, await request.json());
    return new Response(null, { status: 204 });
  });
  return { users, sessions, events, puts, locked, server };
}

function notFound(error: string): Response {
  return Response.json({ error }, { status: 404 });
}
