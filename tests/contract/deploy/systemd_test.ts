/** `systemd-analyze` of Debian's package systemd says what the unit file leaves open. */
import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";

const UNIT = new URL("../../../deploy/winnow.service", import.meta.url).pathname;
const MOST = 2.5;

const found = await systemdAnalyze(["--version"]).then(({ code }) => code === 0, () => false);
const name = (what: string) => found ? what : `${what} (skipped: no systemd-analyze)`;

async function systemdAnalyze(args: readonly string[]) {
  const command = new Deno.Command("systemd-analyze", { args: [...args], env: { LC_ALL: "C.UTF-8" } });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

Deno.test({
  name: name(`the unit file's exposure is at most ${MOST}`),
  ignore: !found,
  fn: async () => {
    const { out, err } = await systemdAnalyze(["security", "--offline=true", "--no-pager", UNIT]);
    const level = /Overall exposure level for winnow\.service: ([\d.]+)/.exec(out)?.[1];
    assert.ok(level !== undefined, err);
    assert.ok(Number(level) <= MOST, out);
  },
});

Deno.test({
  name: name("the unit file is valid, also as a template for two servers that hand over to each other"),
  ignore: !found,
  fn: async () => {
    await inFolder(async (dir) => {
      for (const unit of ["winnow.service", "winnow@.service"]) {
        const text = await Deno.readTextFile(UNIT);
        await Deno.writeTextFile(`${dir}/${unit}`, text.replace("/usr/local/bin/winnow", "/bin/true"));
        const { code, err } = await systemdAnalyze([
          "verify",
          "--man=no",
          `${dir}/${unit.replace("@", "@a")}`,
        ]);
        // Of other units of the machine it says things too.
        const ours = err.split("\n").filter((line) => line.includes("winnow"));
        assert.deepEqual([code, ours], [0, []]);
      }
    });
  },
});
