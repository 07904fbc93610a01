/** A page of the documentation, followed in an empty folder: its commands as they stand, its files as they are shown. */
import assert from "node:assert/strict";
import { codeBlocks } from "../app/visitor.ts";
import { npmEnvironment } from "../clients/npm.ts";
import { run } from "../clients/python.ts";
import { type Listening, startListening } from "../process/example.ts";
import { freePort } from "../servers/free_port.ts";

/** The port that the commands name. */
const SHOWN = "127.0.0.1:3000";

type Block = ReturnType<typeof codeBlocks>[number];

export class FollowedPage {
  readonly blocks: readonly Block[];
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  /** In place of the one that the page shows, which another program of the machine may have. */
  readonly #port = freePort();

  constructor(page: string, folder: string, env: Readonly<Record<string, string>>) {
    this.blocks = codeBlocks(page);
    this.#folder = folder;
    this.#env = {
      ...npmEnvironment(folder),
      ...env,
      PORT: String(this.#port),
    };
  }

  /** Runs the command. @param own what the reader has in place of what the page shows @returns what it printed */
  async command(id: string, own: Readonly<Record<string, string>> = {}): Promise<string> {
    let command = this.#block(id).text.replaceAll(SHOWN, `127.0.0.1:${this.#port}`);
    for (const [shown, value] of Object.entries(own)) {
      assert.ok(command.includes(shown), `${id} shows ${shown}`);
      command = command.replaceAll(shown, value);
    }
    const ran = await run("bash", ["-c", command], { cwd: this.#folder, env: this.#env });
    assert.equal(ran.code, 0, `${id}: ${ran.text}`);
    return ran.text;
  }

  /** Runs the command: it prints what the page shows as its answer. */
  async exchange(id: string): Promise<void> {
    assertHas(JSON.parse(await this.command(id)), JSON.parse(this.#block(`${id}-answer`).text), id);
  }

  /** Saves the file that the command starts, and starts it. */
  async start(id: string): Promise<Listening> {
    const { text, run: kind } = this.#block(id);
    const file = /^node (\S+)$/.exec(text)?.[1];
    assert.ok(kind === "node" && file !== undefined, text);
    const saved = this.#block(file.replaceAll(/[._]/g, "-"));
    assert.equal(saved.run, "file", file);
    await Deno.writeTextFile(`${this.#folder}/${file}`, saved.text);
    return await startListening("bash", {
      args: ["-c", `exec ${text}`],
      cwd: this.#folder,
      env: this.#env,
    });
  }

  #block(id: string): Block {
    const block = this.blocks.find((each) => each.id === id);
    assert.ok(block !== undefined, `the page has no block ${id}`);
    return block;
  }
}

/** Every field that is shown, with its value; an id only with its kind. */
function assertHas(answer: unknown, shown: unknown, place: string): void {
  if (typeof shown !== "object" || shown === null) {
    const isId = typeof shown === "string" && shown.startsWith("req_");
    assert.equal(isId ? String(answer).slice(0, 4) : answer, isId ? "req_" : shown, place);
    return;
  }
  for (const [name, value] of Object.entries(shown)) {
    assertHas((answer as Record<string, unknown>)[name], value, `${place}/${name}`);
  }
}
