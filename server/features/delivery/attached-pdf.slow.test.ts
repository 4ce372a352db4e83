import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ATTACHING, OUTER_WORDS } from '../../test/fixtures/troubles/attaching-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { downloadOf } from '../../test/scenarios/downloads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const EVERY = 7

it('a damaged PDF that attaches another one is viewed, found in and downloaded marked as itself', {
  timeout: 90_000,
}, async () => {
  const room = await app.room()
  const { operator } = room
  for (const [which, bytes] of ATTACHING.filter((_, index) => index % EVERY === 0)) {
    const name = `${crypto.randomUUID()}.pdf`
    const lease = await operator.openDocument(await operator.put(name, bytes))
    expect([which, lease.status, lease.pageCount]).toEqual([which, 'READY', OUTER_WORDS.length])
    const text = (await operator.pageText(lease.name)).json.payload as { runs: { text: string }[] }
    expect(text.runs.map((run) => run.text).join('')).toContain('Purchase')
    expect((await operator.find(lease.name, 'Attached')).json.payload).toEqual([])
    const copy = await downloadOf(operator, room, name)
    expect([which, copy.http]).toEqual([which, 200])
    expect((await PDF.load(copy.bytes)).getPages().map((page) => page.extractText().text)).toEqual(
      OUTER_WORDS,
    )
  }
})
