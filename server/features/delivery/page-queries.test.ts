import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'

async function statementsOf(call: () => Promise<Response>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const response = await call()
  await response.arrayBuffer()
  const texts = query.mock.calls.map(([asked]) =>
    typeof asked === 'string' ? asked : (asked as { text: string }).text,
  )
  query.mockRestore()
  expect(response.status).toBe(200)
  // Listening connections are checked with `select 1`.
  return texts
    .filter((text) => text !== 'select 1')
    .map((text) => /\bfrom "([a-z_]+)"/.exec(text)?.[1] ?? text)
}

describe('what a page asks of the database', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('are two statements, of the session and of the gate, for any kind of request', async () => {
    const room = await app.room()
    const { client } = await app.participant(room)
    const itemId = await room.operator.put('긴 것.pdf', makePdf(300))
    const lease = await client.openDocument(itemId)
    await (await client.fetch('GET', `${lease.path}/pages/1?width=200`)).arrayBuffer()
    await app.stopJobs()
    for (const wanted of [
      '/pages/2?width=200',
      '/pages/2?width=9600&tile=1.1',
      '/pages/2/links',
      '/find?q=nothing',
    ]) {
      const statements = await statementsOf(() => client.fetch('GET', `${lease.path}${wanted}`))
      expect({
        wanted,
        statements: statements.filter((each) => !each.includes('reading_')),
      }).toEqual({
        wanted,
        statements: ['sessions', 'items'],
      })
    }
  })
})
