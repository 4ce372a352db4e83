import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Operation } from '../../../contract/core/operation.ts'
import { OPERATIONS, type OperationName } from '../../../contract/registry.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'
import { COMPOSE_ROUTES } from './byte-routes-of-compose.ts'
import { SIGNING_ROUTES } from './byte-routes-of-signing.ts'
import { THREAD_ROUTES } from './byte-routes-of-threads.ts'
import { furnish, grasp } from './bytes/held-documents.ts'
import { ROUTES, routes } from './bytes/routes.ts'
import { type DocumentBytesRoom, STATES } from './bytes/states.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** These exports contain no document content. */
const LISTS: readonly string[] = [
  'activity.export',
  'activity.exportOwn',
  'rights.exportMatrix',
  'threads.export',
  'disclosure.index',
  'disclosure.selection',
  'disclosure.file',
  'brand.logo',
  'agreement.page',
] satisfies OperationName[]

describe('who must not have the bytes of a document', () => {
  let app: TestApp
  let otherNode: string
  let common: DocumentBytesRoom
  beforeAll(async () => {
    app = await startTestApp()
    otherNode = await app.node()
    common = await furnish(app, otherNode)
  })
  afterAll(() => app.close())

  it('are covered completely: every route that answers with bytes is in the table', () => {
    const operations: readonly Operation[] = OPERATIONS
    const known: readonly string[] = [
      ...Object.keys(ROUTES),
      ...[COMPOSE_ROUTES, SIGNING_ROUTES, THREAD_ROUTES].flatMap((each) => Object.keys(each)),
    ]
    for (const { name, answer, path } of operations) {
      if ((answer.kind === 'bytes' && !LISTS.includes(name)) || path.includes('/file/view/'))
        expect(known).toContain(name)
    }
  })

  it('everyone permitted has them by every route', async () => {
    const { reader, held } = common
    for (const [name, { sends, by }] of routes) {
      for (const send of sends) {
        const { status } = await send(
          reader,
          by === 'ticket' ? { ...held, ...(await grasp(reader, held.itemId)) } : held,
        )
        expect({ name, status: [200, 206].includes(status) ? 'given' : status }).toEqual({
          name,
          status: 'given',
        })
      }
    }
  })

  it.each(Object.entries(STATES))(
    '%s',
    async (_, { comes, answers, ofArchives = answers, isHarmless }) => {
      const context = isHarmless ? common : await furnish(app, otherNode)
      const client = (await comes(context)) ?? context.reader
      let asked = 0
      for (const [name, route] of routes) {
        const http = (route.isArchive ? ofArchives : answers)(route)
        if (http === undefined) continue
        for (const send of route.sends) {
          const response = await send(client, context.held)
          const text = await response.text()
          asked += 1
          expect({
            name,
            http: response.status,
            type: response.headers.get('content-type'),
          }).toEqual({
            name,
            http,
            type: 'application/json; charset=utf-8',
          })
          expect(JSON.parse(text)).toEqual({
            status: 'EXCEPTION',
            payload: expect.any(String),
            code: expect.any(String),
          })
          expect(text).not.toMatch(/secret|기밀|%PDF/)
        }
      }
      expect(asked).toBeGreaterThan(5)
    },
  )
})
