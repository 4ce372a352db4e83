import { expect, it } from 'vitest'
import { metricSource, one, type Sample } from './metric-source.ts'
import { createMetrics } from './metrics.ts'

const source = (name: string, read: () => Promise<{ [key: string]: readonly Sample[] }>) =>
  metricSource({ name, metrics: { [`sealroom_${name}`]: { help: 'A number.' } }, read })

it('leaves out a source that fails or is silent, reads it once at a time, and reports the others', async () => {
  const metrics = createMetrics({ withinMs: 50 })
  let reads = 0
  let answer: (samples: { [key: string]: readonly Sample[] }) => void = () => undefined
  metrics.add(
    source('good', async () => ({ sealroom_good: one(7) })),
    source('broken', () => Promise.reject(new Error('gone'))),
    source('silent', () => {
      reads += 1
      return new Promise((resolve) => {
        answer = resolve
      })
    }),
  )
  for (const { text } of [await metrics.scrape(), await metrics.scrape()]) {
    expect(text).toMatch(/^sealroom_good 7$/m)
    expect(text).toMatch(/^sealroom_metrics_source_up\{source="good"\} 1$/m)
    for (const name of ['broken', 'silent']) {
      expect(text).toMatch(new RegExp(`^sealroom_metrics_source_up\\{source="${name}"\\} 0$`, 'm'))
      expect(text).not.toMatch(new RegExp(`^sealroom_${name} [1-9]`, 'm'))
    }
  }
  expect(reads).toBe(1)
  answer({ sealroom_silent: one(1) })
  await Promise.resolve()
  const third = metrics.scrape()
  answer({ sealroom_silent: one(9) })
  expect((await third).text).toMatch(/^sealroom_silent 9$/m)
  expect(reads).toBe(2)
})

it('gives scrapers at the same time one answer', async () => {
  const metrics = createMetrics()
  let reads = 0
  metrics.add(
    source('good', async () => {
      reads += 1
      return { sealroom_good: one(reads) }
    }),
  )
  const texts = await Promise.all(Array.from({ length: 20 }, () => metrics.scrape()))
  expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
  expect(reads).toBe(1)
})
