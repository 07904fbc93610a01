/** The image, the unit file, compose and Kubernetes: each stops a server later than its longest drain, and locks it in. */
import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../../src/app/settings/config.ts";
import { VERSION } from "../../../src/model/service.ts";
import { POSTGRES_VERSION } from "../../support/servers/postgres.ts";

const ROOT = new URL("../../../", import.meta.url);
const text = (path: string) => Deno.readTextFile(new URL(path, ROOT));
/** A handover and a drain: `src/server/listener.ts`. */
const LONGEST_DRAIN = 12;

// deno-lint-ignore no-explicit-any -- the shape is what the test is about
type Yaml = any;

Deno.test("the image: bases by digest, no root, a health check that asks the server", async () => {
  const lines = (await text("Dockerfile")).split("\n");
  const bases = lines.filter((line) => line.startsWith("FROM "));
  assert.equal(bases.length, 2);
  for (const base of bases) assert.match(base, /^FROM \S+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/);
  const last = lines.slice(lines.indexOf(bases[1]!));
  assert.ok(last.includes("USER 65532:65532"));
  assert.ok(last.some((line) => /^HEALTHCHECK .* CMD \["\/usr\/local\/bin\/winnow", "health"\]$/.test(line)));
  assert.ok(last.includes("STOPSIGNAL SIGTERM"));
});

Deno.test("the unit file: ready by message, stopped later than a drain, and settings that exist", async () => {
  const unit = new Map(
    (await text("deploy/winnow.service")).split("\n").flatMap((line) => {
      const at = line.indexOf("=");
      return line.startsWith("#") || at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
  assert.equal(unit.get("Type"), "notify");
  assert.ok(Number(unit.get("TimeoutStopSec")) > 20, "workers are waited for 20 s");
  assert.equal(unit.get("StartLimitIntervalSec"), "0", "it is never given up");
  assert.ok(Number(unit.get("WatchdogSec")) >= 30);
  const environment = unit.get("Environment")!.split(" ").map((pair) => pair.split("=") as [string, string]);
  const config = readConfig(Object.fromEntries(environment));
  assert.equal(config.dataDir, `/var/lib/${unit.get("StateDirectory")}`);
});

Deno.test("compose: two nodes, a database that is not published, health checks, secrets from files", async () => {
  const { services, networks, secrets }: Yaml = parse(await text("deploy/compose.yaml"), { merge: true });
  assert.deepEqual(Object.keys(services), ["node-a", "node-b", "database", "proxy"]);
  for (const [name, service] of Object.entries<Yaml>(services)) {
    assert.ok(service.healthcheck?.test, name);
    assert.ok(seconds(service.stop_grace_period) > LONGEST_DRAIN, name);
    assert.equal(service.ports === undefined, name !== "proxy", name);
    assert.match(service.logging.options["max-size"], /^\d+m$/, name);
    assert.ok(Number(service.logging.options["max-file"]) > 1, name);
    assert.doesNotMatch(JSON.stringify(service.environment), /PASSWORD":|SECRET":/, name);
  }
  for (const name of ["node-a", "node-b"]) {
    const { environment, ...node } = services[name];
    assert.equal(node.image, `winnow:${VERSION}`);
    assert.deepEqual([node.read_only, node.cap_drop], [true, ["ALL"]]);
    assert.equal(node.env_file, "secrets/winnow.env");
    const { trustProxy } = readConfig({ ...environment, WINNOW_BASE_URL: "https://risk.example.com" });
    assert.notEqual(trustProxy, false);
    assert.equal(environment.WINNOW_TRUST_PROXY, services.proxy.networks.inside.ipv4_address);
  }
  const shared = (name: string) =>
    services[name].networks.filter((network: string) => network in services.proxy.networks);
  assert.deepEqual(
    [shared("node-a"), shared("node-b")],
    [["inside"], ["inside"]],
    "where the proxy is trusted",
  );
  assert.notDeepEqual(services["node-a"].volumes, services["node-b"].volumes, "each has a folder of its own");
  assert.equal(networks.inside.internal, true);
  assert.deepEqual(services.database.networks, ["inside"]);
  assert.ok(secrets.database_password.file);
  const [, major] = /^postgres:(\d+)-/.exec(services.database.image)!;
  if (POSTGRES_VERSION !== null) assert.equal(Number(major), POSTGRES_VERSION, "shipped is what is tested");
});

Deno.test("Kubernetes: the namespace is made with the rest", async () => {
  const { namespace, resources }: Yaml = parse(await text("deploy/kubernetes/kustomization.yaml"));
  assert.ok(resources.includes("namespace.yaml"));
  const made: Yaml = parse(await text("deploy/kubernetes/namespace.yaml"));
  assert.deepEqual([made.kind, made.metadata.name], ["Namespace", namespace]);
});

Deno.test("Kubernetes: probes, a disruption budget, secrets, resources, a locked container", async () => {
  const all: Yaml[] = parseAllDocuments(await text("deploy/kubernetes/winnow.yaml")).map((one) => one.toJS());
  const of = (kind: string) => all.find((one) => one.kind === kind);
  const { spec, metadata } = of("Deployment").spec.template;
  const [container] = spec.containers;
  assert.equal(container.image, `winnow:${VERSION}`);
  assert.equal(container.readinessProbe.httpGet.path, "/readyz");
  assert.equal(container.startupProbe.httpGet.path, "/readyz");
  assert.equal(container.livenessProbe.httpGet.path, "/healthz", "a restart does not bring a database back");
  const stops = container.lifecycle.preStop.sleep.seconds + LONGEST_DRAIN;
  assert.ok(spec.terminationGracePeriodSeconds > stops, `${spec.terminationGracePeriodSeconds}`);
  assert.ok(container.resources.requests.cpu && container.resources.limits.memory);
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  assert.equal(spec.securityContext.runAsNonRoot, true);
  assert.equal(spec.automountServiceAccountToken, false);
  for (const selector of [of("Deployment").spec.selector, of("PodDisruptionBudget").spec.selector]) {
    assert.deepEqual(selector.matchLabels, metadata.labels);
  }
  assert.ok(of("PodDisruptionBudget").spec.maxUnavailable < of("Deployment").spec.replicas);
  const secret: Yaml = parse(await text("deploy/kubernetes/secret.example.yaml"));
  assert.deepEqual(container.envFrom.at(-1), { secretRef: { name: secret.metadata.name } });
  readConfig({ ...of("ConfigMap").data, ...secret.stringData });
  assert.equal(secret.stringData.WINNOW_SECRET, "", "an example holds no secret");
  assert.match(await text(".gitignore"), /^\/deploy\/kubernetes\/secret\.yaml$/m);
});

function seconds(duration: string): number {
  const [, number, unit] = /^(\d+)([sm])$/.exec(duration)!;
  return Number(number) * (unit === "m" ? 60 : 1);
}
