/** Sign-ups that form a campaign: mailboxes of one private domain that nobody had before, from everywhere. */
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";

/** @param from of the first one: a later wave begins where the one before ended @returns their answers, oldest first */
export async function plantCampaign(
  app: TestApp,
  count: number,
  { domain = "kestrelbyte.com", key = app.live, from = 0 }: {
    readonly domain?: string;
    readonly key?: string;
    readonly from?: number;
  } = {},
) {
  // deno-lint-ignore no-explicit-any -- as `Answer.body`
  const answers: any[] = [];
  for (let index = from; index < from + count; index++) {
    const { status, body } = await app.ask("/v1/score/user", {
      key,
      json: {
        ip: `73.${15 + index}.${20 + index}.${7 * index % 250 + 1}`,
        email: `${NAMES[index % NAMES.length]}.${NAMES[(3 * index + 1) % NAMES.length]}@${domain}`,
        user_id: `member-${index}`,
      },
    });
    assert.equal(status, 200);
    answers.push(body);
  }
  return answers;
}

const NAMES = [
  "ada",
  "boris",
  "carla",
  "dmitri",
  "elena",
  "farid",
  "greta",
  "hugo",
  "ines",
  "jonas",
  "katya",
  "liam",
  "mona",
] as const;
