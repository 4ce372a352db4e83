/** The middle of the values, the mean of the two middle ones where there is no single one. */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The value that `share` of the values do not exceed. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

const summary = (values) => ({ median: median(values), min: Math.min(...values), max: Math.max(...values), values })

/** A line of the table: a value of each round and, with `ratio`, the ratio to the peer in each round; `ratio.is` names it. */
export const figure = (what, unit, values, ratio) => ({
  what,
  unit,
  ...summary(values),
  ...(ratio ? { ratio: { is: ratio.is, ...summary(ratio.values) } } : {}),
})

/** Round by round, one measure divided by another. */
export const ratios = (over, under) => over.map((value, round) => value / under[round])

/**
 * Measures each candidate once a round, in an order that turns around from round to round, so that what the machine does meanwhile meets
 * all of them. Before that each runs `warmUps` times unmeasured. Resolves to the lists of what they measured, by name.
 */
export async function alternate(rounds, candidates, { warmUps = 1 } = {}) {
  const names = Object.keys(candidates)
  const measured = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await candidates[name]()
      if (round >= 0) measured[name].push(value)
    }
  }
  return measured
}

/** Seconds that some work takes. */
export async function secondsOf(work) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
