/** A real RDAP server on loopback: `domain/<name>` answered from a table or by the test. */
import { startHttpServer, type TestServer } from "./http_server.ts";

interface RdapDomain {
  /** RFC 3339. */
  readonly createdAt?: string;
  readonly registrar?: string;
}

/** A name that is not in the table is 404. A response is given as it is. */
export type RdapTable = Readonly<Record<string, RdapDomain | (() => Response | Promise<Response>)>>;

/** `seen` holds the paths; `url` is for WINNOW_RDAP_URL. */
export function startRdapServer(table: RdapTable): TestServer {
  return startHttpServer((request) => {
    const name = new URL(request.url).pathname.replace(/^\/domain\//, "");
    const row = table[name];
    if (row === undefined) return rdapJson({ errorCode: 404, title: "Not Found" }, 404);
    return typeof row === "function" ? row() : rdapJson(rdapDomain(name, row));
  });
}

export function rdapJson(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/rdap+json" } });
}

export function rdapDomain(name: string, row: RdapDomain): object {
  return {
    rdapConformance: ["rdap_level_0"],
    objectClassName: "domain",
    ldhName: name.toUpperCase(),
    events: [
      { eventAction: "expiration", eventDate: "2099-01-01T00:00:00Z" },
      ...(row.createdAt === undefined ? [] : [{ eventAction: "registration", eventDate: row.createdAt }]),
    ],
    entities: row.registrar === undefined ? [] : [
      {
        objectClassName: "entity",
        roles: ["abuse"],
        vcardArray: ["vcard", [["fn", {}, "text", "Abuse desk"]]],
      },
      {
        objectClassName: "entity",
        handle: "292",
        roles: ["registrar"],
        vcardArray: ["vcard", [["version", {}, "text", "4.0"], ["fn", {}, "text", row.registrar]]],
      },
    ],
  };
}
