/** The packages of this service's own clients, of its own version, made of the files of the program. */
import { createHash } from "node:crypto";
import { lazy } from "../../concurrency/lazy.ts";
import { VERSION } from "../../model/service.ts";
import { npmPackage } from "./npm_package.ts";
import { wheel, wheelName } from "./wheel.ts";

export interface ClientPackage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the content, for an entity tag. */
  readonly hash: string;
}

/** Each package is made when it is first asked for, and kept: about 150 kB together. */
export class ClientPackages {
  readonly npm: () => ClientPackage;
  readonly wheel: () => ClientPackage;
  readonly npmName = "winnow-client.tgz";
  readonly wheelName = wheelName(VERSION);

  /** @param folder of the clients, one folder each */
  constructor(folder: string) {
    this.npm = lazy(() => hashed(npmPackage(`${folder}/typescript`)));
    this.wheel = lazy(() => hashed(wheel(`${folder}/python`, VERSION)));
  }
}

function hashed(bytes: Uint8Array<ArrayBuffer>): ClientPackage {
  return { bytes, hash: createHash("sha256").update(bytes).digest("hex").slice(0, 32) };
}
