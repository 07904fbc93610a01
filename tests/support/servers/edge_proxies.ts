/** nginx, Caddy and HAProxy with the files of `deploy/edge/`, their addresses and key replaced. */
import { freePort } from "./free_port.ts";
import { isThere, type Proxy, replaced, run } from "./proxies.ts";

const DEPLOY = new URL("../../../deploy/edge/", import.meta.url);

interface Places {
  /** For its files. */
  readonly dir: string;
  readonly key: string;
  /** Of Winnow and the application. */
  readonly ports: { readonly winnow: number; readonly application: number };
}

interface EdgeProxyKind {
  readonly name: "nginx" | "caddy" | "haproxy";
  readonly found: boolean;
  start(places: Places): Promise<Proxy>;
}

export const EDGE_PROXIES: readonly EdgeProxyKind[] = [
  { name: "nginx", found: await isThere("nginx", "-v"), start: startNginx },
  { name: "caddy", found: await isThere("caddy", "version"), start: startCaddy },
  { name: "haproxy", found: await isThere("haproxy", "-v"), start: startHaproxy },
];

async function fileOf(name: string, port: number, { key, ports }: Places): Promise<string> {
  return replaced(await Deno.readTextFile(new URL(name, DEPLOY)), [
    [/127\.0\.0\.1:8080/g, `127.0.0.1:${ports.winnow}`],
    [/127\.0\.0\.1:3000/g, `127.0.0.1:${ports.application}`],
    [/127\.0\.0\.1:8000/g, `127.0.0.1:${port}`],
    [/wk_live_your_key/g, key],
  ]);
}

async function startNginx(places: Places): Promise<Proxy> {
  const { dir } = places;
  const port = freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join("\n");
  const text = replaced(await fileOf("nginx.conf", port, places), [
    ["events {}", `daemon off;\npid ${dir}/nginx.pid;\nerror_log ${dir}/error.log;\nevents {}`],
    ["http {", `http {\n${paths}`],
    ["/var/log/nginx/access.log", `${dir}/access.log`],
  ]);
  await Deno.writeTextFile(`${dir}/nginx.conf`, text);
  return await run("nginx", ["-p", dir, "-c", `${dir}/nginx.conf`, "-e", `${dir}/error.log`], port);
}

async function startCaddy(places: Places): Promise<Proxy> {
  const { dir } = places;
  const port = freePort();
  const text = replaced(await fileOf("Caddyfile", port, places), [["{\n", "{\n\tadmin off\n"]]);
  await Deno.writeTextFile(`${dir}/Caddyfile`, text);
  const args = ["run", "--config", `${dir}/Caddyfile`, "--adapter", "caddyfile"];
  return await run("caddy", args, port, { XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir });
}

async function startHaproxy(places: Places): Promise<Proxy> {
  const { dir, key, ports } = places;
  const port = freePort();
  const text = replaced(await fileOf("haproxy.cfg", port, places), [
    ["lua-load /etc/haproxy/winnow.lua", `lua-load ${dir}/winnow.lua`],
  ]);
  await Deno.writeTextFile(`${dir}/haproxy.cfg`, text);
  const script = replaced(await Deno.readTextFile(new URL("winnow.lua", DEPLOY)), [
    ['"127.0.0.1", 8080', `"127.0.0.1", ${ports.winnow}`],
    ["wk_live_your_key", key],
  ]);
  await Deno.writeTextFile(`${dir}/winnow.lua`, script);
  return await run("haproxy", ["-db", "-f", `${dir}/haproxy.cfg`], port);
}
