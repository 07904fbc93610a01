/** What the plug-ins for Better Auth read of a request, and the client that they share. */
import type { GenericEndpointContext } from "better-auth";
import { getIP, getOAuthState } from "better-auth/api";
import { isObject } from "./decision.ts";
import { Winnow, type WinnowOptions } from "./index.ts";
import { messageOf } from "./transport.ts";

/** The request; null for code that runs outside of any endpoint. */
export type RequestContext = GenericEndpointContext | null;

/** That of a hook after an endpoint, with what the endpoint returned. */
export type AfterContext = GenericEndpointContext & {
  readonly context: { readonly returned?: unknown };
};

/** Options of the client, or a client that several plug-ins share. */
export type ClientOptions = WinnowOptions | { readonly client: Winnow };

export interface VisitorOptions {
  /** The visitor's address. Default: as Better Auth finds it, see its `advanced.ipAddress`. */
  readonly ip?:
    | ((context: GenericEndpointContext) => string | null | undefined)
    | undefined;
  /** What /fp.js returned. Default: `device` of the body, or of `additionalData` for social sign-in. */
  readonly device?: ((context: GenericEndpointContext) => unknown) | undefined;
}

/** Made when it is first asked for: a build loads the plug-ins without their secrets. */
export function lazyClient(options: ClientOptions): (context: RequestContext) => Winnow {
  let made: Winnow | undefined;
  return (context) => {
    try {
      return made ??= "client" in options ? options.client : new Winnow(options);
    } catch (error) {
      // Better Auth refuses the request without saying why.
      context?.context.logger.error(messageOf(error));
      throw error;
    }
  };
}

/** The visitor's address; says once when there is none. */
export function addressReader({ ip: read }: VisitorOptions): (context: RequestContext) => string | null {
  let warned = false;
  return (context) => {
    if (context === null) return null;
    const ip = read === undefined ? addressOf(context) : read(context) ?? null;
    if (!ip && context.request !== undefined && !warned) {
      warned = true;
      context.context.logger.warn("Winnow: no client address; set advanced.ipAddress or the option ip");
    }
    return ip;
  };
}

function addressOf(context: GenericEndpointContext): string | null {
  const source = context.request ?? context.headers;
  return source === undefined ? null : getIP(source, context.context.options);
}

export async function deviceOf({ body }: GenericEndpointContext): Promise<unknown> {
  if (!isObject(body)) return (await oauthState())?.device;
  return body.device ??
    (isObject(body.additionalData) ? body.additionalData.device : undefined) ??
    (await oauthState())?.device;
}

/** What the browser gave when it left for the provider; null outside of such a sign-in. */
async function oauthState(): Promise<Record<string, unknown> | null> {
  try {
    return await getOAuthState();
  } catch {
    return null;
  }
}
