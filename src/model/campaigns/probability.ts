/** Tails of distributions, as natural logarithms: they are too small for numbers. */

/** Of a Poisson distribution: that it is at least so many. */
export function logPoissonTail(count: number, mean: number): number {
  if (count <= mean || count <= 0) return 0;
  if (mean <= 0) return -Infinity;
  let [sum, term] = [1, 1];
  for (let next = count + 1; term > 1e-9 * sum; next++) {
    term *= mean / next;
    sum += term;
  }
  return Math.min(0, count * Math.log(mean) - mean - logFactorial(count) + Math.log(sum));
}

/** Of a binomial distribution: that at least so many of `of` are. */
export function logBinomialTail(count: number, of: number, share: number): number {
  if (count <= of * share || count <= 0) return 0;
  if (share <= 0) return -Infinity;
  const odds = share / (1 - share);
  let [sum, term] = [1, 1];
  for (let next = count + 1; next <= of && term > 1e-9 * sum; next++) {
    term *= (of - next + 1) / next * odds;
    sum += term;
  }
  const choices = logFactorial(of) - logFactorial(count) - logFactorial(of - count);
  return Math.min(0, choices + count * Math.log(share) + (of - count) * Math.log(1 - share) + Math.log(sum));
}

/** Stirling's series: right to a millionth from 10 on. */
function logFactorial(n: number): number {
  if (n < 10) {
    let product = 1;
    for (let factor = 2; factor <= n; factor++) product *= factor;
    return Math.log(product);
  }
  const x = n + 1;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3);
}
