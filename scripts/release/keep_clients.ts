/**
 * `deno run -A scripts/release/keep_clients.ts`, in the checkout of a release: keeps the packages that this version hands out in
 * clients/released. Later versions serve them on, so that lock files which name them survive an upgrade.
 */
import { buildClients } from "../clients.ts";
import { VERSION } from "../../src/model/service.ts";
import { CLIENTS_DIR } from "../../src/app/paths.ts";
import { ClientPackages, RELEASED } from "../../src/service/clients/client_packages.ts";

/** @returns the names of what was written. @throws Error for a name of which other content is kept */
export async function keepClients(folder: string): Promise<string[]> {
  const packages = new ClientPackages(folder);
  const names = [packages.npmVersionName, packages.wheelName];
  await Deno.mkdir(`${folder}/${RELEASED}`, { recursive: true });
  for (const name of names) {
    const path = `${folder}/${RELEASED}/${name}`;
    const { bytes } = packages.package(name)!;
    const kept = await Deno.readFile(path).catch(() => null);
    if (kept === null) await Deno.writeFile(path, bytes);
    else if (kept.length !== bytes.length || kept.some((byte, index) => byte !== bytes[index])) {
      throw new Error(`${name} was kept with another content: a version is released once`);
    }
  }
  return names;
}

if (import.meta.main) {
  await buildClients();
  console.log(`version ${VERSION}: kept ${(await keepClients(CLIENTS_DIR)).join(" and ")}`);
}
