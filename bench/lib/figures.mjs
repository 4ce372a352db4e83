function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

const summary = (values) => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
  values,
})

/** There is one number per round; `ratio.is` names the peer. */
export const figure = (what, unit, values, ratio) => ({
  what,
  unit,
  ...summary(values),
  ...(ratio ? { ratio: { is: ratio.is, ...summary(ratio.values) } } : {}),
})

/** The median must keep it. `mostRatio` and `leastRatio` are of the median ratio. */
export function limited(row, { most, least, mostRatio, leastRatio }) {
  const asked = [
    [most, row.median, '≤', row.unit],
    [least, row.median, '≥', row.unit],
    [mostRatio, row.ratio?.median, '≤', 'in the ratio'],
    [leastRatio, row.ratio?.median, '≥', 'in the ratio'],
  ].filter(([limit]) => limit !== undefined)
  const isMet = asked.every(([limit, value, sign]) =>
    sign === '≤' ? value <= limit : value >= limit,
  )
  const text = asked
    .map(([limit, , sign, unit]) => `${sign} ${limit.toLocaleString('en')} ${unit}`)
    .join(', ')
  return { ...row, limit: { text, isMet } }
}

export const ratios = (over, under) => over.map((value, round) => value / under[round])

/** Reversing each round evens out load changes. */
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

export async function secondsOf(work) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
