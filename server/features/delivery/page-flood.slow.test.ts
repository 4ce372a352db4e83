import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('a reader who requests hundreds of pages at once is throttled, and does not delay the pages of others', async () => {
  const room = await app.room()
  const id = await room.operator.put('a.pdf', makePdf(1))
  const [one, two] = [(await app.participant(room)).client, (await app.participant(room)).client]
  const [leaseOne, leaseTwo] = [
    (await one.openDocument(id)).name,
    (await two.openDocument(id)).name,
  ]
  const page = async (client: WireClient, lease: string): Promise<number> => {
    const response = await client.fetch('GET', `/room/api/file/view/${lease}/pages/1`)
    await response.arrayBuffer()
    return response.status
  }
  const flood = Promise.all(Array.from({ length: 600 }, () => page(one, leaseOne)))
  for (let count = 0; count < 5; count += 1) expect(await page(two, leaseTwo)).toBe(200)
  const answers = new Set(await flood)
  for (const http of answers) expect([200, 503]).toContain(http)
  expect(answers).toContain(200)
  expect(await page(one, leaseOne)).toBe(200)
}, 120_000)
