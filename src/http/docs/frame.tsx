/** The frame of the documentation, with its navigation. */
import type { Child } from "hono/jsx";
import { each } from "../site/each.ts";
import { MenuButton, SideNav } from "../site/parts/side_nav.tsx";
import { NavLink, Page } from "../site/layout.tsx";
import type { View } from "../site/view.ts";
import { GUIDE_GROUPS } from "./guides.ts";

export function Docs(props: { view: View; title: string; about?: string; children?: Child }) {
  const { view, title, about } = props;
  return (
    <Page view={view} title={title} {...(about === undefined ? {} : { about })}>
      <div class="wide sided">
        <SideNav label="Documentation">
          <ul>
            <li>
              <NavLink view={view} href="/docs">Overview</NavLink>
            </li>
          </ul>
          {each(GUIDE_GROUPS, ({ title, guides }) => (
            <>
              <h2>{title}</h2>
              <ul>
                {each(guides, ({ slug, title }) => (
                  <li>
                    <NavLink view={view} href={`/docs/${slug}`}>{title}</NavLink>
                  </li>
                ))}
              </ul>
            </>
          ))}
          <h2>Reference</h2>
          <ul>
            <li>
              <NavLink view={view} href="/docs/api" within>API</NavLink>
            </li>
            <li>
              <NavLink view={view} href="/docs/errors">Errors</NavLink>
            </li>
          </ul>
        </SideNav>
        <article>
          <MenuButton />
          <h1>{title}</h1>
          {props.children}
        </article>
      </div>
    </Page>
  );
}
