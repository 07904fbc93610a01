/**
 * OpenTelemetry through the runtime (OTEL_DENO=true). The runtime makes a span of every request and puts the whole URL into
 * it, with the values of the query. It has no setting for that, so the class of its spans is changed before the first
 * request: a span takes the attributes of a list, and its name from here. Events, links and status texts, which may quote
 * anything, are dropped.
 */
import type { RequestSpan } from "../http/operations/request_observer.ts";
import { methodName } from "../http/operations/route_name.ts";

/** Of the runtime's span, as far as it is used. */
interface Span {
  setAttribute(name: string, value: unknown): Span;
  updateName(name: string): Span;
  end(): void;
}

/** `Deno.telemetry`, which the runtime declares without types. */
interface RuntimeTelemetry {
  readonly tracerProvider: { getTracer(name: string): { startSpan(name: string): Span } };
  readonly contextManager: { active(): { getValue(key: symbol): unknown } };
}

/** The key of the active span in a context, as the OpenTelemetry API defines it. */
const SPAN_KEY = Symbol.for("OpenTelemetry Context Key SPAN");

const METHOD = "http.request.method";
/** What the runtime may put into a span. */
const KEPT: ReadonlySet<string> = new Set(["url.scheme", "http.response.status_code", "error.type"]);
const DROPPED = ["addEvent", "addLink", "addLinks", "recordException", "setAttributes"] as const;

/** Finds the span of the request that is being handled; null when traces are off. */
export function openTelemetry(): (() => RequestSpan | null) | null {
  const runtime = Deno.telemetry as unknown as RuntimeTelemetry;
  const named = spanClass(runtime);
  if (named === null) return null;
  return () => {
    const span = runtime.contextManager.active().getValue(SPAN_KEY) as Span | undefined;
    if (span === undefined) return null;
    return {
      name(method, route) {
        named.updateName.call(span, route === null ? method : `${method} ${route}`);
        if (route !== null) named.setAttribute.call(span, "http.route", route);
      },
    };
  };
}

/** Changes the runtime's class once. Returns its own methods; null when traces are off. */
function spanClass(runtime: RuntimeTelemetry): Pick<Span, "setAttribute" | "updateName"> | null {
  let probe: Span;
  try {
    probe = runtime.tracerProvider.getTracer("winnow").startSpan("start");
  } catch {
    return null; // not initialised: OTEL_DENO is not set
  }
  const spans = Object.getPrototypeOf(probe) as Record<string, unknown> & Span & { [OWN]?: typeof own };
  if (spans[OWN] !== undefined) return spans[OWN];
  const own = { setAttribute: spans.setAttribute, updateName: spans.updateName };
  const replaced: Record<string, unknown> = {
    setAttribute(this: Span, name: string, value: unknown) {
      if (name === METHOD) own.setAttribute.call(this, name, methodName(String(value)));
      else if (KEPT.has(name)) own.setAttribute.call(this, name, value);
      return this;
    },
    // The runtime names spans by the method, which is free text.
    updateName(this: Span, name: string) {
      own.updateName.call(this, methodName(name));
      return this;
    },
    setStatus(this: Span) {
      return this;
    },
  };
  for (const name of DROPPED) {
    replaced[name] = function (this: Span) {
      return this;
    };
  }
  for (const [name, value] of Object.entries(replaced)) {
    Object.defineProperty(spans, name, { value, configurable: true, writable: true });
  }
  Object.defineProperty(spans, OWN, { value: own });
  return own;
}

/** Where the class keeps its own methods once it was changed. */
const OWN = Symbol("the runtime's own methods");
