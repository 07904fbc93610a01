/** The frame of the console: its navigation and the account that is signed in. */
import type { Child } from "hono/jsx";
import { type Action, ACTIONS } from "../../model/access/action.ts";
import { each } from "../site/each.ts";
import { NavLink, Page } from "../site/layout.tsx";
import { MenuButton, SideNav } from "../site/parts/side_nav.tsx";
import { PostForm } from "../site/parts/form.tsx";
import { Notice } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { MAX_SEARCHED_CHARS } from "../../service/cases/searched_value.ts";

interface Props {
  readonly view: View;
  readonly title: string;
  /** What changing something here is. */
  readonly needs?: Action;
  readonly actions?: Child;
  /** What was searched for. */
  readonly found?: string;
  readonly children?: Child;
}

export function Console(props: Props) {
  const { view, title } = props;
  return (
    <Page view={view} title={title}>
      <div class="wide sided console">
        <SideNav label="Console">
          <p class="who">
            Signed in as <strong>{view.account?.name}</strong>
            {view.role === null ? null : <span class="muted small">{view.who?.name}, {view.role}</span>}
          </p>
          {each([...Map.groupBy(view.menu, ({ group }) => group)], ([heading, entries]) => (
            <>
              <h2>{heading}</h2>
              <ul>
                {each(entries, ({ href, name, within = false }) => (
                  <li>
                    <NavLink view={view} href={href} within={within}>{name}</NavLink>
                  </li>
                ))}
              </ul>
            </>
          ))}
          <PostForm view={view} action="/console/sign-out">
            <button type="submit" class="quiet small">Sign out</button>
          </PostForm>
        </SideNav>
        <div>
          <div class="tools">
            <MenuButton />
            <SearchBox text={props.found ?? ""} />
          </div>
          {view.account?.paused
            ? (
              <Notice kind="warn">
                This account is paused: it cannot score or label. You can still view everything here, and edit
                rules and the agent policy.
              </Notice>
            )
            : null}
          <div class="page-head">
            <h1>{title}</h1>
            {props.actions}
          </div>
          {props.needs === undefined || view.may(props.needs)
            ? null
            : <ReadOnly view={view} needs={props.needs} />}
          {props.children}
        </div>
      </div>
    </Page>
  );
}

function ReadOnly({ view, needs }: { view: View; needs: Action }) {
  const { role, scope } = ACTIONS[needs];
  if (view.role !== null) {
    return (
      <Notice>
        Your role, {view.role}, reads this page. To change something here, it needs to be {role}.
      </Notice>
    );
  }
  return (
    <Notice>
      You signed in with a key that can read this page. To change something here, sign in with one that has
      the scope <code>{scope}</code>.
    </Notice>
  );
}

/** The search of every page of the console: what is typed can be any value of a score. */
function SearchBox({ text }: { text: string }) {
  return (
    <form method="get" action="/console/scores" role="search" class="find">
      <label class="visually-hidden" for="find">Search scores</label>
      <input
        id="find"
        type="search"
        name="q"
        value={text}
        maxlength={MAX_SEARCHED_CHARS}
        autocomplete="off"
        spellcheck={false}
        placeholder="IP, e-mail, phone, device, domain, user id or request id"
      />
      <button type="submit" class="quiet">Find</button>
    </form>
  );
}
