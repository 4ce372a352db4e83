import { describe, expect, it } from 'vitest'
import { pagesToLookAt } from './stamp-document.ts'

describe('the pages that are looked at', () => {
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

  it.each<[string, number, number[], number[]]>([
    ['all of a short document', 5, [], [5, 1, 2, 3, 4]],
    ['from the first to the last of a long one', 71, [], [71, 1, 11, 21, 31, 41, 51, 61]],
    ['those put together anew, and others', 1_000, [500, 700], [500, 700, 1_000, 1, 144, 286, 429, 572]],
    ['some of many put together anew', 1_000, upTo(1_000), [1, 334, 667, 1_000, 144, 286, 429, 572]],
  ])('are %s', (_, count, rebuilt, pages) => {
    expect(pagesToLookAt(count, rebuilt)).toEqual(pages)
  })
})
