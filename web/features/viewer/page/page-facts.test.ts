import { expect, test } from 'vitest'
import { PageFacts } from './page-facts.ts'

const { signal } = new AbortController()

test('a page is asked about once, as long as it is among the last', async () => {
  const asked: number[] = []
  const facts = new PageFacts(async (page) => {
    asked.push(page)
    return `text ${page}`
  })
  expect(await facts.get(1, signal)).toBe('text 1')
  expect(await facts.get(1, signal)).toBe('text 1')
  expect(facts.known(1)).toBe('text 1')
  expect(asked).toEqual([1])
  for (let page = 2; page <= 61; page += 1) await facts.get(page, signal)
  expect(facts.known(1)).toBeUndefined()
  expect(facts.known(61)).toBe('text 61')
})

test('a failure is not remembered', async () => {
  let isBroken = true
  const facts = new PageFacts(async () => {
    if (isBroken) throw new Error('busy')
    return 'text'
  })
  await expect(facts.get(1, signal)).rejects.toThrow('busy')
  isBroken = false
  expect(await facts.get(1, signal)).toBe('text')
})
