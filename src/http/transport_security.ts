/** What holds where the public address is https. */

/** 180 days, for this host alone: what its subdomains serve is not known here. */
const POLICY = "max-age=15552000";

export function isHttps(url: string | null): boolean {
  return url !== null && new URL(url).protocol === "https:";
}

/** Tells browsers to come back over https only (RFC 6797); they ignore it over http. */
export function withTransportSecurity(response: Response | Promise<Response>): Response | Promise<Response> {
  if (!(response instanceof Response)) return response.then(secured);
  return secured(response);
}

function secured(response: Response): Response {
  response.headers.set("strict-transport-security", POLICY);
  return response;
}
