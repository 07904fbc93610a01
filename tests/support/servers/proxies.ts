/** nginx, Caddy and HAProxy with the files of `deploy/`, their addresses replaced by ones of this machine. */
import { eventually } from "../eventually.ts";
import { freePort } from "./free_port.ts";

const DEPLOY = new URL("../../../deploy/", import.meta.url);

export interface Proxy {
  readonly origin: string;
  stop(): Promise<void>;
}

export interface ProxyKind {
  readonly name: "nginx" | "caddy" | "haproxy";
  readonly found: boolean;
  /** @param nodes their ports */
  start(dir: string, nodes: readonly number[]): Promise<Proxy>;
}

export const PROXIES: readonly ProxyKind[] = [
  { name: "nginx", found: await isThere("nginx", "-v"), start: startNginx },
  { name: "caddy", found: await isThere("caddy", "version"), start: startCaddy },
  { name: "haproxy", found: await isThere("haproxy", "-v"), start: startHaproxy },
];

export async function isThere(program: string, arg: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: [arg], stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

async function startNginx(dir: string, nodes: readonly number[]): Promise<Proxy> {
  const port = freePort();
  const site = replaced(await Deno.readTextFile(new URL("nginx.conf", DEPLOY)), [
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port};`],
    [/ {2}ssl_certificate.*\n/g, ""],
    ["127.0.0.1:8080", `127.0.0.1:${nodes[0]}`],
    ["127.0.0.1:8081", `127.0.0.1:${nodes[1]}`],
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join("\n");
  await Deno.writeTextFile(
    `${dir}/nginx.conf`,
    `daemon off;\npid ${dir}/nginx.pid;\nerror_log ${dir}/nginx.log;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${site}\n}\n`,
  );
  return await run("nginx", ["-p", dir, "-c", `${dir}/nginx.conf`, "-e", `${dir}/nginx.log`], port);
}

async function startCaddy(dir: string, nodes: readonly number[]): Promise<Proxy> {
  const port = freePort();
  const site = replaced(await Deno.readTextFile(new URL("Caddyfile", DEPLOY)), [
    ["{\n", "{\n\tadmin off\n"],
    ["{$WINNOW_DOMAIN}", `http://127.0.0.1:${port}`],
    ["node-a:8080 node-b:8080", nodes.map((node) => `127.0.0.1:${node}`).join(" ")],
  ]);
  await Deno.writeTextFile(`${dir}/Caddyfile`, site);
  const args = ["run", "--config", `${dir}/Caddyfile`, "--adapter", "caddyfile"];
  return await run("caddy", args, port, { XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir });
}

async function startHaproxy(dir: string, nodes: readonly number[]): Promise<Proxy> {
  const port = freePort();
  const site = replaced(await Deno.readTextFile(new URL("haproxy.cfg", DEPLOY)), [
    [/bind :443 .*\n/, `bind 127.0.0.1:${port}\n`],
    ["127.0.0.1:8080", `127.0.0.1:${nodes[0]}`],
    ["127.0.0.1:8081", `127.0.0.1:${nodes[1]}`],
  ]);
  await Deno.writeTextFile(`${dir}/haproxy.cfg`, site);
  return await run("haproxy", ["-db", "-f", `${dir}/haproxy.cfg`], port);
}

/** @throws Error when a text to replace is not there */
export function replaced(
  text: string,
  pairs: readonly (readonly [from: string | RegExp, to: string])[],
): string {
  for (const [from, to] of pairs) {
    const next = text.replace(from, () => to);
    if (next === text) throw new Error(`${from} is not in the file`);
    text = next;
  }
  return text;
}

export async function run(
  program: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<Proxy> {
  const child = new Deno.Command(program, { args, env, stdout: "null", stderr: "null" }).spawn();
  await eventually(async () => {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return true;
    } catch {
      return false;
    }
  }, `${program} listens`);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}
