/** The packages of this service's own clients: of its own version, made of the files of the program, and of earlier releases. */
import { createHash } from "node:crypto";
import { lazy } from "../../concurrency/lazy.ts";
import { VERSION } from "../../model/service.ts";
import { npmPackage } from "./npm_package.ts";
import { wheel, WHEEL_METADATA, wheelName } from "./wheel.ts";

export interface ClientPackage {
  readonly type: "application/gzip" | "application/zip";
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
}

/** Below the folder of the clients: the packages that releases handed out, so that lock files survive an upgrade. */
export const RELEASED = "released";
const WHEEL = /^winnow_client-[0-9][0-9a-z.]*-py3-none-any\.whl$/;
const NPM = /^winnow-client-[0-9][0-9a-z.-]*\.tgz$/;

/** Each package is made or read when it is first asked for, and kept: about 150 kB for both of a version. */
export class ClientPackages {
  /** Without a version: that of this program. */
  readonly npmName = "winnow-client.tgz";
  readonly npmVersionName = npmName(VERSION);
  readonly wheelName = wheelName(VERSION);
  readonly #packages = new Map<string, () => ClientPackage>();

  /** @param folder of the clients, one folder each */
  constructor(folder: string) {
    for (const name of releasedNames(`${folder}/${RELEASED}`)) {
      this.#packages.set(
        name,
        lazy(() => packageOf(name, Deno.readFileSync(`${folder}/${RELEASED}/${name}`))),
      );
    }
    const npm = lazy(() => packageOf(this.npmName, npmPackage(`${folder}/typescript`)));
    this.#packages.set(this.npmName, npm);
    // What this program makes comes before a file of the same name.
    this.#packages.set(this.npmVersionName, npm);
    this.#packages.set(
      this.wheelName,
      lazy(() => packageOf(this.wheelName, wheel(`${folder}/python`, VERSION))),
    );
  }

  names(): string[] {
    return [...this.#packages.keys()].sort();
  }

  wheelNames(): string[] {
    return this.names().filter((name) => name.endsWith(".whl"));
  }

  /** Null: there is none of that name. */
  package(name: string): ClientPackage | null {
    return this.#packages.get(name)?.() ?? null;
  }
}

function npmName(version: string): string {
  return `${WHEEL_METADATA.name}-${version}.tgz`;
}

function releasedNames(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => NPM.test(name) || WHEEL.test(name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function packageOf(name: string, bytes: Uint8Array<ArrayBuffer>): ClientPackage {
  const type = name.endsWith(".whl") ? "application/zip" : "application/gzip";
  return { type, bytes, hash: createHash("sha256").update(bytes).digest("hex") };
}
