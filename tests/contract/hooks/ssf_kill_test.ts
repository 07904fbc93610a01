/** kill -9 between the acknowledgement of a token and its effect: nothing that was acknowledged is lost. */
import assert from "node:assert/strict";
import { LEASE_MS } from "../../../src/db/queue/queue.ts";
import { EventIssuer, issSub, RISC, token } from "../../support/app/security_events.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { askWith } from "../../support/kill/rounds.ts";
import { makeKey, type RunningServer, setSettings, startServer } from "../../support/process/program.ts";

const ACCOUNTS = 24;

Deno.test({
  name: "a server that is killed after 202 labels after its restart what it was told of",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () =>
    inFolder(async (dataDir) => {
      await using issuer = await EventIssuer.start();
      setSettings(dataDir, { WINNOW_OFFLINE: "false", WINNOW_EGRESS_ALLOW: "127.0.0.0/8" });
      const { key } = await makeKey(dataDir, "main", "--rpm", "100000", "--monthly", "100000");
      let server: RunningServer = await startServer(dataDir);
      try {
        const hook = await askWith(server, key, "/v1/hooks", {
          kind: "ssf",
          issuer: "https://issuer.example/",
          audience: "https://receiver.example",
          jwks_uri: issuer.jwksUri,
          external_id_prefix: "ext:",
        });
        const ids: string[] = [];
        for (let at = 0; at < ACCOUNTS; at++) {
          const json = { email: `person${at}@example.com`, external_id: `ext:${at}` };
          ids.push((await askWith(server, key, "/v1/score/user", json)).request_id);
        }
        const signed = await Promise.all(
          ids.map((_, at) =>
            issuer.sign(token(`${RISC}account-disabled`, issSub(String(at)), { reason: "bulk-account" }))
          ),
        );
        const push = (to: RunningServer, body: string) =>
          fetch(`${to.origin}/hooks/ssf/${hook.hook_id}`, {
            method: "POST",
            body,
            headers: { "content-type": "application/secevent+jwt" },
          }).then(async (response) => {
            await response.body?.cancel();
            return response.status;
          });
        const acknowledged: number[] = [];
        const pushing = Promise.allSettled(signed.map(async (body, at) => {
          if (await push(server, body) === 202) acknowledged.push(at);
        }));
        await eventually(() => acknowledged.length > 0, "a token is acknowledged");
        await server.kill();
        await pushing;
        server = await startServer(dataDir);
        const labelOf = async (at: number) =>
          (await askWith(server, key, `/v1/score/${ids[at]}`)).label?.outcome ?? null;
        await eventually(
          async () => (await Promise.all(acknowledged.map(labelOf))).every((label) => label === "fraud"),
          `all ${acknowledged.length} that were acknowledged are labelled`,
          LEASE_MS + 30_000,
        );
        // The sender repeats them all.
        for (const body of signed) assert.equal(await push(server, body), 202);
        await eventually(
          async () =>
            (await Promise.all(ids.map((_, at) => labelOf(at)))).every((label) => label === "fraud"),
          "all are labelled",
        );
        const { entries } = await askWith(server, key, "/v1/audit?action=scores_labelled&limit=200");
        const labelled = entries.flatMap(({ objects }: { objects: string[] }) => objects);
        assert.deepEqual(labelled.toSorted(), ids.toSorted(), "each once");
      } finally {
        await server.kill();
      }
    }),
});
