const number = (value) =>
  Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)))

const spread = ({ min, max }) => `${number(min)}–${number(max)}`

const HEAD = ['figure', 'median', 'spread', 'ratio in the same round', 'limit']

export function table(rows) {
  const cells = rows.map((row) => [
    row.what,
    `${number(row.median)} ${row.unit}`,
    spread(row),
    row.ratio ? `${number(row.ratio.median)} (${spread(row.ratio)}) ${row.ratio.is}` : '',
    row.limit ? `${row.limit.text}: ${row.limit.isMet ? 'met' : 'MISSED'}` : '',
  ])
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => row[column].length)),
  )
  return [HEAD, ...cells]
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`.trimEnd(),
    )
    .join('\n')
}
