import { Fragment } from 'react'

interface HighlightedProps {
  readonly text: string
  /** Ranges are sorted, disjoint UTF-16 units with exclusive ends. */
  readonly ranges: readonly (readonly [number, number])[]
}

export function Highlighted({ text, ranges }: HighlightedProps) {
  const starts = ranges.map((_, index) => ranges[index - 1]?.[1] ?? 0)
  return (
    <>
      {ranges.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(starts[index], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  )
}
