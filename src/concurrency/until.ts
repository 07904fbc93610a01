/**
 * Resolves as soon as one answer satisfies the predicate, to the answers so far, in the order of `works`; to all of them when
 * none does. The other works continue in the background.
 * @param graceMs how long to wait for the others after the answer that satisfies the predicate
 */
export function until<T>(
  works: readonly Promise<T>[],
  predicate: (answer: T) => boolean,
  graceMs = 0,
): Promise<readonly T[]> {
  return new Promise((resolve, reject) => {
    const answers: T[] = [];
    let missing = works.length;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(timer);
      // Missing answers are holes of the array, which `filter` leaves out.
      resolve(answers.filter(() => true));
    };
    if (missing === 0) finish();
    for (const [index, work] of works.entries()) {
      work.then((answer) => {
        answers[index] = answer;
        if (--missing === 0) finish();
        else if (predicate(answer)) {
          if (graceMs === 0) finish();
          else timer ??= setTimeout(finish, graceMs);
        }
      }, reject);
    }
  });
}
