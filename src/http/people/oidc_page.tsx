/** After a sign-in with the identity provider. */
import { Page } from "../site/layout.tsx";
import type { View } from "../site/view.ts";

export function OidcSignedInPage({ view, next }: { view: View; next: string }) {
  return (
    <Page view={view} title="Signed in">
      <div class="narrow">
        <h1>Signed in</h1>
        <p>
          <a class="button" href={next}>Continue</a>
        </p>
      </div>
    </Page>
  );
}
