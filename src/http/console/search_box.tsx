/** The search of every page of the console: what is typed can be any value of a score. */
import { MAX_SEARCHED_CHARS } from "../../service/cases/searched_value.ts";

export function SearchBox({ text }: { text: string }) {
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
