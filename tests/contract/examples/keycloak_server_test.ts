/** examples/keycloak_logins.mjs with a real Keycloak, where there is one. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { KEYCLOAK_ENV } from "../../support/examples/keycloak.ts";
import { inFolder } from "../../support/folder.ts";
import { startExample } from "../../support/process/example.ts";
import { makeKey, startServer } from "../../support/process/program.ts";
import { NO_KEYCLOAK, startKeycloakServer } from "../../support/servers/keycloak_server.ts";
import { freePort } from "../../support/servers/free_port.ts";

const HOME = "91.64.12.7"; // Vodafone, Germany
const ABROAD = "189.6.12.7"; // Claro, Brazil

Deno.test({
  name: `a real Keycloak's log-ins: the thief's session ends, others stay, a killed Winnow locks nobody out${
    NO_KEYCLOAK === null ? "" : ` (${NO_KEYCLOAK})`
  }`,
  ignore: NO_KEYCLOAK !== null,
  // The pipes of a killed process may close after the test has ended.
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () =>
    inFolder(async (folder) => {
      const data = `${folder}/data`;
      const { key } = await makeKey(data, "main");
      const settings = { WINNOW_PORT: String(freePort()) };
      await using keycloak = await startKeycloakServer(folder);
      let winnow = await startServer(data, settings);
      await using poller = await startExample("keycloak_logins.mjs", {
        API_URL: winnow.origin,
        API_KEY: key,
        KEYCLOAK_URL: keycloak.url,
        ...KEYCLOAK_ENV,
        STATE_FILE: `${folder}/state.json`,
        POLL_MS: "200",
      });
      const told = async (count: number) =>
        await eventually(
          () => poller.output().split("\n").filter((line) => line.includes(" req_")).length >= count,
          `${count} log-ins are told`,
        );
      try {
        for (let logins = 1; logins <= 4; logins++) assert.equal(await keycloak.signIn(HOME), 200);
        for (const ip of ["201.6.12.7", "187.6.12.7", "177.6.12.7"]) {
          assert.equal(await keycloak.signIn(ip, "a wrong password"), 401);
        }
        await told(7);
        assert.deepEqual(await keycloak.sessions(), Array(4).fill(HOME));

        await winnow.kill();
        assert.equal(await keycloak.signIn(ABROAD), 200, "nobody is locked out");
        await eventually(() => poller.output().includes("unreachable"), "the poller notices");
        assert.deepEqual((await keycloak.sessions()).filter((ip) => ip === ABROAD), [ABROAD]);
        assert.deepEqual((await keycloak.user()).requiredActions, []);

        winnow = await startServer(data, settings);
        await eventually(
          async () => !(await keycloak.sessions()).includes(ABROAD),
          "the thief's session is over",
        );
        assert.deepEqual(await keycloak.sessions(), Array(4).fill(HOME), "and no other");
        const { requiredActions, emailVerified, firstName } = await keycloak.user();
        assert.deepEqual([requiredActions, emailVerified, firstName], [["VERIFY_EMAIL"], false, "Jane"]);
        await told(8);
        const headers = { "x-api-key": key };
        const usage = await (await fetch(`${winnow.origin}/v1/usage`, { headers })).json();
        assert.equal(usage.used, 8, poller.output());
      } finally {
        await winnow.kill();
      }
    }),
});
