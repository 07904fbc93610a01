/** The frame of every page: head, header, footer. */
import type { Child } from "hono/jsx";
import { SERVICE, VERSION } from "../../model/service.ts";
import { ICON, SCRIPT, STYLE } from "./assets.ts";
import type { View } from "./view.ts";

export function Page(props: { view: View; title: string; about?: string; children?: Child }) {
  const { view, title } = props;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>
          {title === SERVICE.title ? `${title}: risk scores you can explain` : `${title} · ${SERVICE.title}`}
        </title>
        {props.about === undefined ? null : <meta name="description" content={props.about} />}
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href={ICON.url} />
        <link rel="stylesheet" href={STYLE.url} />
        <script src={SCRIPT.url} defer></script>
      </head>
      <body>
        <a class="skip button quiet" href="#main">Skip to content</a>
        <Header view={view} />
        <main id="main">{props.children}</main>
        <Footer />
      </body>
    </html>
  );
}

function Brand() {
  return (
    <a class="brand" href="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path class="stem" d="M16 30V10" stroke-width="2.2" stroke-linecap="round" />
        <g class="leaf">
          <path d="M16 2c3 2.6 3 6.400 0 9-3-2.600-3-6.400 0-9z" />
          <path d="M15 16.500C10.900 16.700 8 14 8 10c4 0 7 2.500 7 6.500zM17 16.500c4.100.2 7-2.500 7-6.500-4 0-7 2.500-7 6.500z" />
          <path d="M15 24.500C10.900 24.700 8 22 8 18c4 0 7 2.500 7 6.500zM17 24.500c4.100.2 7-2.500 7-6.500-4 0-7 2.500-7 6.500z" />
        </g>
      </svg>
      {SERVICE.title}
    </a>
  );
}

/** A navigation link, marked when it leads to the current page. @param within true: or to a page above it */
export function NavLink(props: { view: View; href: string; within?: boolean; children?: Child }) {
  const { view, href } = props;
  const api = href === "/docs" && view.path.startsWith("/docs/api");
  const here = view.path === href
    ? "page"
    : props.within && !api && view.path.startsWith(`${href}/`)
    ? "true"
    : undefined;
  return <a href={href} aria-current={here}>{props.children}</a>;
}

function Header({ view }: { view: View }) {
  return (
    <header class="top">
      <div class="top-inner">
        <Brand />
        <nav aria-label="Main">
          <ul>
            <li>
              <NavLink view={view} href="/docs" within>Docs</NavLink>
            </li>
            <li>
              <NavLink view={view} href="/docs/api">API</NavLink>
            </li>
            <li>
              {view.account === null
                ? <NavLink view={view} href="/console/sign-in">Sign in</NavLink>
                : <NavLink view={view} href="/console" within>Console</NavLink>}
            </li>
            {view.account === null && view.signupOpen
              ? (
                <li>
                  <a class="button small" href="/signup">Get a key</a>
                </li>
              )
              : null}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function Footer() {
  return (
    <footer class="foot">
      <div class="wide">
        <span>{SERVICE.title} {VERSION}</span>
        <nav aria-label="Footer">
          <ul>
            <li>
              <a href="/docs/privacy">Privacy</a>
            </li>
            <li>
              <a href="/docs/self-hosting">Self-hosting</a>
            </li>
            <li>
              <a href="/openapi.json">OpenAPI</a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
