/** Notices of log-ins by the hash of their user: which there are, and how each was answered. */
import type { Writer } from "../../db/commit/writer.ts";
import { hasRoom, NOTICE_ANSWERS, NOTICE_MS, type NoticeAnswer } from "../../model/login/notice.ts";
import type { Change } from "../change.ts";
import { list, oneOf, record, text, tuple } from "../define.ts";
import { requestTime } from "../scores/request_id.ts";
import { Abandoned, State } from "../state.ts";

/** "" until it is answered. */
type Packed = readonly [request: string, answer: NoticeAnswer | ""];

export const LOGIN_NOTICE = record({
  prefix: "login-notice",
  key: ["account", "user"],
  value: list(tuple<Packed>([text, oneOf("", ...NOTICE_ANSWERS)])),
  lifetimeMs: NOTICE_MS,
});

interface LoginNotice {
  readonly requestId: string;
  /** Null until it is answered. */
  readonly answer: NoticeAnswer | null;
}

/** Why a commit is abandoned. */
export const TOLD_ENOUGH = "the user has had enough notices";
export const ANSWERED_BEFORE = "the notice was answered, or is gone";

export class LoginNotices {
  readonly #notices: State<readonly Packed[], [account: string, user: string]>;
  readonly #now: () => number;

  constructor(writer: Writer, now: () => number) {
    this.#notices = new State(writer, LOGIN_NOTICE);
    this.#now = now;
  }

  /** As the store has them now: of the last days, the oldest first. */
  async of(account: string, user: string): Promise<readonly LoginNotice[]> {
    const found = this.#valid(await this.#notices.get(account, user));
    return found.map(([requestId, answer]) => ({ requestId, answer: answer === "" ? null : answer }));
  }

  /** Part of a commit, which is abandoned (TOLD_ENOUGH) when the user has no room for another. */
  adding(account: string, user: string, requestId: string): Change {
    return this.#changing(account, user, (notices) => {
      const times = notices.map(([request]) => requestTime(request));
      if (!hasRoom(times, this.#now())) throw new Abandoned(TOLD_ENOUGH);
      return [...notices, [requestId, ""]];
    });
  }

  /** Part of a commit, which is abandoned (ANSWERED_BEFORE) unless the notice waits for an answer. */
  answering(account: string, user: string, requestId: string, answer: NoticeAnswer): Change {
    return this.#changing(account, user, (notices) => {
      const isOpen = ([request, given]: Packed) => request === requestId && given === "";
      if (!notices.some(isOpen)) throw new Abandoned(ANSWERED_BEFORE);
      return notices.map((notice) => isOpen(notice) ? [requestId, answer] : notice);
    });
  }

  /** Durable when it resolves. @param users hashes under all secrets */
  async erase(account: string, users: readonly string[]): Promise<void> {
    for (const user of users) await this.#notices.change([account, user], () => null);
  }

  #changing(
    account: string,
    user: string,
    change: (notices: readonly Packed[]) => readonly Packed[],
  ): Change {
    return this.#notices.changing([account, user], (current) => change(this.#valid(current)), {
      end: this.#now() + NOTICE_MS,
    });
  }

  #valid(notices: readonly Packed[] | null): readonly Packed[] {
    const now = this.#now();
    return (notices ?? []).filter(([request]) => requestTime(request) > now - NOTICE_MS);
  }
}
