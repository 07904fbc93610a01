/**
 * The answers so far, in the order of the questions, as soon as one of them settles the matter; all of them when none does.
 * The others go on in the background. `graceMs` is how long they are waited for after the one that settles it.
 */
export function until<T>(
  works: readonly Promise<T>[],
  settles: (answer: T) => boolean,
  graceMs = 0,
): Promise<readonly T[]> {
  return new Promise((resolve, reject) => {
    const here: T[] = [];
    let missing = works.length;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(timer);
      // The places of those that are missing are holes, which are left out.
      resolve(here.filter(() => true));
    };
    if (missing === 0) finish();
    for (const [index, work] of works.entries()) {
      work.then((answer) => {
        here[index] = answer;
        if (--missing === 0) finish();
        else if (settles(answer)) {
          if (graceMs === 0) finish();
          else timer ??= setTimeout(finish, graceMs);
        }
      }, reject);
    }
  });
}
