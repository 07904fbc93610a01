/** Schemas of `/v1/people`. */
import { z } from "@hono/zod-openapi";
import { ROLE_TEXTS, ROLES } from "../../model/access/role.ts";
import { moment, tail, timestamp } from "../common_schema.ts";

const personId = z.string().meta({ example: "psn_5f0c8e7d1a420b9f3c2b7e70" }).describe("Names the person");
const sessionId = z.string().meta({ example: "ses_3f2d9c0e4b175f0c8e7d1a42" }).describe(
  "Names the session",
);
const email = z.string().min(3).max(254).meta({ example: "anna@shop.example" }).describe(
  "The address that the person signs in with",
);
const name = z.string().min(1).max(80).meta({ example: "Anna" }).describe("What the person is called");
const role = z.enum(ROLES).describe(
  `What the person may do; each may do what the ones before it may. ${
    ROLES.map((each) => `\`${each}\`: ${ROLE_TEXTS[each]}`).join(". ")
  }`,
);

export const personParams = z.object({ person_id: personId });
export const sessionParams = z.object({ person_id: personId, session_id: sessionId });

export const personBody = z.object({
  email,
  role,
  name: name.optional().describe("What the person is called; the part before the @ by default"),
});

export const personChange = z.object({
  role: role.optional(),
  name: name.optional(),
  reset: z.literal(true).optional().describe(
    "Ends the person's password, authenticator, recovery codes and sessions, and makes a new link to join with",
  ),
}).refine((sent) => Object.values(sent).some((value) => value !== undefined), {
  path: ["role"],
  message: "send role, name or reset",
});

const person = z.object({
  person_id: personId,
  email,
  name,
  role,
  state: z.enum(["invited", "active"]).describe("`invited`: the person has not joined yet"),
  sign_in: z.enum(["password", "provider"]).nullable().describe(
    "With a password and a code, or through your identity provider; null: has not joined yet",
  ),
  created_at: moment.describe("When the person was invited, RFC 3339"),
  signed_in_at: timestamp.describe("The newest sign-in; null: none yet"),
  invited_until: timestamp.describe("Until when the link is valid; null: there is none"),
}).openapi("Person", { description: "A person of the account" });

const link = z.string().nullable().meta({
  example: "https://winnow.example/console/join/acc_7Xk2/psn_5f0c8e7d1a420b9f3c2b7e70/Jc1v",
}).describe(
  "The link to join with: valid for seven days, works once, shown only here. Null: it was sent by mail, or none was made",
);

export const invitedPerson = person.extend({ invite_url: link, ...tail }).openapi("InvitedPerson", {
  description: "A person who was invited or changed",
});

export const peopleResult = z.object({
  count: z.int().min(0).describe("Number of people"),
  people: z.array(person).describe("Oldest first"),
  ...tail,
}).openapi("People", { description: "The people of the account" });

export const personDeleted = z.object({
  deleted: z.literal(1).describe("Number of people who were removed"),
  ...tail,
}).openapi(
  "PersonDeleted",
  { description: "The person was removed" },
);

export const sessionsResult = z.object({
  count: z.int().min(0).describe("Number of sessions"),
  sessions: z.array(
    z.object({
      session_id: sessionId,
      created_at: moment.describe("When the person signed in"),
      seen_at: moment.describe("When it was used last, to five minutes"),
      expires_at: moment.describe("When it ends at the latest; 12 hours without use end it too"),
      network: z.string().nullable().meta({ example: "203.0.113.•" }).describe(
        "Where it was opened, masked; null: not known",
      ),
    }),
  ).describe("The newest first"),
  ...tail,
}).openapi("Sessions", { description: "The sessions of a person" });

export const sessionsEnded = z.object({
  ended: z.int().min(0).describe("Number of sessions that were ended"),
  ...tail,
}).openapi("SessionsEnded", { description: "The sessions were ended" });
