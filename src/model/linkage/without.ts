/** What is left of rings, and of what joins them, without some sign-ups: those of a person who is erased. */
import { withoutUsers } from "./common_device.ts";
import type { RingKey, RingNode } from "./ring.ts";
import { endingsOf, ID_CHARS, type SignupId } from "./ring_texts.ts";

/**
 * Ids of rings, of which that of the oldest member is one, stay where others are in it: they lead to no score any more.
 * Null: nobody is left. The same node when it has none of them.
 */
export function nodeWithout(node: RingNode, ids: ReadonlySet<SignupId>): RingNode | null {
  const members = idsIn(node.m);
  const left = members.filter((id) => !ids.has(id));
  const { y, r, w, u, ...rest } = node;
  const of = (text: string) => idsIn(text).filter((id) => !ids.has(id)).join("");
  const f = of(node.f);
  const endings = endingsOf(u).filter((ending) => !ids.has(ending.slice(0, ID_CHARS))).join("");
  if (left.length === members.length && f === node.f && endings === (u ?? "")) return node;
  if (left.length === 0) return null;
  const pairs = (w ?? "").match(/.{64}/g)?.filter((pair) => !ids.has(pair.slice(0, ID_CHARS))).join("") ?? "";
  return {
    ...rest,
    m: left.join(""),
    f,
    ...(y === undefined ? {} : { y: of(y) }),
    ...(r === undefined || of(r) === "" ? {} : { r: of(r) }),
    ...(pairs === "" ? {} : { w: pairs }),
    ...(endings === "" ? {} : { u: endings }),
    n: Math.max(left.length, node.n - (members.length - left.length)),
  };
}

/**
 * A value that others have too, without what it holds of sign-ups.
 * @param emails short hashes of the e-mail addresses of the person alone
 */
export function keyWithout(
  key: RingKey,
  ids: ReadonlySet<SignupId>,
  emails: readonly string[],
): RingKey {
  const { d, e, o, ...rest } = key;
  const isLast = emails.some((email) => e !== "" && email.startsWith(e));
  return {
    ...rest,
    ...isLast ? { e: "", o: Math.max(o, key.t) } : { e, o },
    ...d === undefined ? {} : { d: withoutUsers(d, ids) },
  };
}

function idsIn(text: string): SignupId[] {
  return text.match(/.{32}/g) ?? [];
}
