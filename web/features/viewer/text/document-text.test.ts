import { expect, test } from 'vitest'
import type { PageText } from '../opening/lease.ts'
import { COPIED_PAGES_MAX, documentText } from './document-text.ts'

const pageOf = (...lines: string[]): PageText => ({
  cut: false,
  runs: lines.flatMap((line) =>
    line.split(/(?<= )/).map((text, index, words) => ({
      text,
      x: 0,
      y: 0,
      width: 1,
      height: 1,
      ...(index === words.length - 1 ? { eol: true as const } : {}),
    })),
  ),
})

test('the pages stand in their order whichever comes first, and empty ones leave no gap', async () => {
  const known = [pageOf('비밀유지 계약서 ', 'first page'), pageOf(), pageOf('third page')]
  const { text, pages } = await documentText(3, async (page) => {
    for (let turns = 3 - page; turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve))
    return known[page - 1] ?? pageOf()
  })
  expect(text).toBe('비밀유지 계약서\nfirst page\n\nthird page')
  expect(pages).toBe(3)
})

test('a long document is copied as far as the limit, and no page behind it is asked for', async () => {
  const asked: number[] = []
  const { text, pages } = await documentText(2_000, async (page) => {
    asked.push(page)
    return pageOf(`page ${page}`)
  })
  expect(pages).toBe(COPIED_PAGES_MAX)
  expect(asked).toHaveLength(COPIED_PAGES_MAX)
  expect(Math.max(...asked)).toBe(COPIED_PAGES_MAX)
  expect(text.split('\n\n')).toHaveLength(COPIED_PAGES_MAX)
})

test('a page that cannot be had fails the whole: half a text is not passed off as all', async () => {
  const asking = documentText(3, (page) =>
    page === 2 ? Promise.reject(new Error('gone')) : Promise.resolve(pageOf('x')),
  )
  await expect(asking).rejects.toThrow('gone')
})
