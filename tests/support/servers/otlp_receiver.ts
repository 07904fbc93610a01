/** A receiver of OpenTelemetry's OTLP as JSON over HTTP. */

interface ReceivedSpan {
  readonly name: string;
  readonly route: string | null;
  readonly status: string | null;
  /** Names of the attributes. */
  readonly attributes: readonly string[];
}

// deno-lint-ignore no-explicit-any -- OTLP as the runtime sends it
type Otlp = any;

export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  /** Of requests, the oldest first. */
  spans(): ReceivedSpan[];
  metricNames(): Set<string>;
  /** What came at a path, as it came. */
  text(path: string): string;
  everything(): string;
}

export function otlpReceiver(): OtlpReceiver {
  const received: { path: string; text: string }[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    received.push({ path: new URL(request.url).pathname, text: await request.text() });
    return Response.json({});
  });
  const at = (path: string): Otlp[] =>
    received.filter((each) => each.path === path).map(({ text }) => JSON.parse(text));
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    spans: () =>
      at("/v1/traces").flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ name, attributes }) => {
          const value = (key: string) =>
            attributes.find((each: Otlp) => each.key === key)?.value.stringValue ?? null;
          return {
            name,
            route: value("http.route"),
            status: value("http.response.status_code"),
            attributes: attributes.map(({ key }: Otlp) => key),
          };
        }),
    metricNames: () =>
      new Set(
        at("/v1/metrics").flatMap(({ resourceMetrics }) => resourceMetrics)
          .flatMap(({ scopeMetrics }) => scopeMetrics)
          .flatMap(({ metrics }) => metrics.map(({ name }: Otlp) => name)),
      ),
    text: (path) => received.filter((each) => each.path === path).map(({ text }) => text).join("\n"),
    everything: () => received.map(({ text }) => text).join("\n"),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
