/** An error as a page. */
import { ERROR_CODES, type ErrorCode } from "../../../model/error.ts";
import { Page } from "../layout.tsx";
import type { View } from "../view.ts";

export function MessagePage({ view, code, text }: { view: View; code: ErrorCode; text: string }) {
  const inside = view.path.startsWith("/console") && view.account !== null;
  const [href, name] = inside ? ["/console", "Back to the console"] : ["/", "Back to the home page"];
  const title = code === "not_found" ? "Not found" : ERROR_CODES[code];
  return (
    <Page view={view} title={title}>
      <div class="narrow">
        <h1>{title}</h1>
        <p class="lead">{text}</p>
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
