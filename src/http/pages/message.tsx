/** An error as a page. */
import { ERROR_CODES, type ErrorCode } from "../../model/error.ts";
import { each } from "../site/each.ts";
import { Page } from "../site/layout.tsx";
import type { View } from "../site/view.ts";

export function MessagePage({ view, code, text }: { view: View; code: ErrorCode; text: string }) {
  const inside = view.path.startsWith("/console") && view.account !== null;
  const [href, name] = inside ? ["/console", "Back to the console"] : ["/", "Back to the home page"];
  const title = code === "not_found" ? "Not found" : ERROR_CODES[code];
  return (
    <Page view={view} title={title}>
      <div class="narrow">
        <h1>{title}</h1>
        <p class="lead">{withCode(text.charAt(0).toUpperCase() + text.slice(1))}</p>
        {inside && view.role !== null && (code === "scope_missing" || code === "role_missing")
          ? (
            <p>
              Nothing was changed. <a href="/docs/roles">Roles</a> says what each may do.
            </p>
          )
          : code === "scope_missing" && inside
          ? (
            <p>
              Nothing was changed. <a href="/console/keys">Keys</a>{" "}
              lists what the keys of your account can do; <a href="/docs/keys">Keys and scopes</a>{" "}
              says what needs which. To go on with another key, sign out and sign in with that one.
            </p>
          )
          : null}
        <p>
          <a class="button" href={href}>{name}</a>
        </p>
        <p class="small muted">
          Error code <a href={`/docs/errors#${code}`}>{code}</a>
        </p>
      </div>
    </Page>
  );
}

/** Messages are written for the API too, where commands are in backticks. */
function withCode(text: string) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return text;
  return each(parts, (part, index) => index % 2 === 1 ? <code>{part}</code> : <>{part}</>);
}
