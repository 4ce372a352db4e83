import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { Operation } from '../../../contract/core/operation.ts'
import { OPERATIONS, type OperationName } from '../../../contract/registry.ts'
import { pdfOf, textPage } from '../fixtures/pdf-file.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { WireClient } from '../harness/wire-client.ts'
import { addressOf, prepared } from '../scenarios/archives.ts'
import { destroyAtOnce, elsewhere, ending, untilDestroyed } from '../scenarios/endings.ts'
import { COMPOSE_ROUTES } from './byte-routes-of-compose.ts'
import { SIGNING_ROUTES } from './byte-routes-of-signing.ts'
import { THREAD_ROUTES } from './byte-routes-of-threads.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** These operations let content, or access to it, leave the server; new ones count unless listed. */
type ByteRoute = Exclude<
  Extract<OperationName, `renditions.${string}`>,
  'renditions.close' | 'renditions.retryPreview' | 'renditions.report' | 'renditions.prepareTicket'
>

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

interface HeldDocument {
  readonly itemId: number
  readonly filename: string
  readonly lease: string
  readonly ticket: string
  readonly archive: number
  readonly archiveTicket: string
}

type Send = (client: WireClient, held: HeldDocument) => Promise<Response>

const onLease =
  (rest: string): Send =>
  (client, { lease }) =>
    client.fetch('GET', `/room/api/file/view/${lease}${rest}`)
const onItem =
  (path: string, fields: (held: HeldDocument) => object, withIds = true): Send =>
  (client, held) => {
    const { id, roomId } = client.session ?? { id: 1, roomId: 1 }
    return client.fetch('POST', path, { body: { ...(withIds ? { id, roomId } : {}), ...fields(held) } })
  }

interface Route {
  readonly by: 'lease' | 'item' | 'ticket'
  readonly right?: 'download' | 'print' | 'text'
  readonly isArchive?: true
  readonly sends: readonly Send[]
}

const ROUTES: Record<ByteRoute, Route> = {
  'renditions.open': { by: 'item', sends: [(client, { itemId }) => client.fetch('GET', `/room/api/file/prepareFile/${itemId}`)] },
  'renditions.manifest': { by: 'lease', sends: [onLease('')] },
  'renditions.page': {
    by: 'lease',
    sends: [onLease('/pages/1'), onLease('/pages/1?width=64&prefetch=1'), onLease('/pages/1?width=9600&tile=3.5')],
  },
  'renditions.text': { by: 'lease', right: 'text', sends: [onLease('/pages/1/text')] },
  'renditions.links': { by: 'lease', sends: [onLease('/pages/1/links')] },
  'renditions.find': { by: 'lease', sends: [onLease('/find?q=secret')] },
  'renditions.unlock': {
    by: 'lease',
    sends: [(client, { lease }) => client.fetch('POST', `/room/api/file/view/${lease}/password`, { body: { password: 'x' } })],
  },
  'renditions.original': {
    by: 'item',
    right: 'download',
    sends: [
      (client, { filename }) => client.fetch('GET', `/room/api/file/${filename}`),
      (client, { filename }) => client.fetch('GET', `/room/api/file/${filename}`, { headers: { range: 'bytes=0-9' } }),
    ],
  },
  'renditions.zip': { by: 'item', right: 'download', sends: [onItem('/room/api/file/zip', ({ itemId }) => ({ fileIds: [itemId] }))] },
  'renditions.ticket': {
    by: 'item',
    right: 'download',
    sends: [
      onItem('/room/api/file/ticket', ({ itemId }) => ({ fileIds: [itemId], kind: 'download' }), false),
      onItem('/room/api/file/ticket', ({ itemId }) => ({ fileIds: [itemId], kind: 'zip' }), false),
    ],
  },
  'renditions.fetchTicket': {
    by: 'ticket',
    right: 'download',
    // The browser sends no bearer token. The requesting session decides.
    sends: [({ base }, { ticket }) => new WireClient(base).fetch('GET', ticket)],
  },
  'renditions.load': { by: 'item', sends: [onItem('/room/api/file/load', ({ itemId }) => ({ fileId: itemId, type: 1 }))] },
  'renditions.watermarked': {
    by: 'item',
    right: 'download',
    sends: [onItem('/room/api/file/watermarked/download', ({ itemId }) => ({ fileId: itemId }), false)],
  },
}

/** Printing uses the thumbnail call with its own right. */
const PRINT: Route = {
  by: 'item',
  right: 'print',
  sends: [onItem('/room/api/file/load', ({ itemId }) => ({ fileId: itemId, type: 2 }))],
}
const ARCHIVE: Route = {
  by: 'item',
  right: 'download',
  isArchive: true,
  sends: [onItem('/room/api/file/ticket', ({ archive }) => ({ fileIds: [archive], kind: 'archive' }), false)],
}
const ARCHIVE_TICKET: Route = {
  by: 'ticket',
  right: 'download',
  isArchive: true,
  sends: [
    ({ base }, { archiveTicket }) => new WireClient(base).fetch('GET', archiveTicket),
    ({ base }, { archiveTicket }) => new WireClient(base).fetch('GET', archiveTicket, { headers: { range: 'bytes=10-' } }),
  ],
}
const routes: readonly (readonly [string, Route])[] = [
  ...Object.entries(ROUTES),
  ['print', PRINT],
  ['archive', ARCHIVE],
  ['archive ticket', ARCHIVE_TICKET],
]

interface DocumentBytesRoom {
  readonly room: TestRoom
  readonly reader: WireClient
  readonly memberId: number
  readonly held: HeldDocument
}

interface DocumentBytesState {
  readonly comes: (context: DocumentBytesRoom) => Promise<WireClient | undefined>
  /** Returns undefined if the state implies nothing. */
  readonly answers: (route: Route) => number | undefined
  readonly ofArchives?: (route: Route) => number | undefined
  /** The room stays unchanged, so tests share it. */
  readonly isHarmless?: true
}

const refused = (http: number) => (): number => http
const notFound = ({ by }: Route): number | undefined => (by === 'ticket' ? undefined : 404)
/** The archive's content differs from the owner's current access. */
const outdated = (): number => 409
const othersArchive = ({ by }: Route): number | undefined => (by === 'ticket' ? undefined : 404)
const gone = async (change: Promise<{ readonly http: number }>): Promise<undefined> => {
  expect((await change).http).toBe(200)
}

const enter = async ({ base }: { readonly base: string }, pin: string, agrees: boolean): Promise<WireClient> => {
  const client = new WireClient(base)
  await client.join(pin)
  if (agrees) await client.agree()
  return client
}

describe('who must not have the bytes of a document', () => {
  let app: TestApp
  let otherNode: string
  let common: DocumentBytesRoom
  beforeAll(async () => {
    app = await startTestApp()
    otherNode = await app.node()
    common = await furnish()
  })
  afterAll(() => app.close())

  async function furnish(): Promise<DocumentBytesRoom> {
    const room = await app.room()
    await room.operator.switches(false)
    await room.operator.viewing({ selection: false })
    const { client: reader, memberId } = await app.participant(room)
    for (const right of ['download', 'print', 'text']) await room.operator.setRight(memberId, right, true)
    const itemId = await room.operator.put('기밀.pdf', pdfOf([textPage('top secret')]))
    const filename = (await room.operator.items()).find(({ id }) => id === itemId)?.filename ?? ''
    return { room, reader, memberId, held: { itemId, filename, ...(await grasp(reader, itemId)), ...(await graspArchive(reader)) } }
  }

  /** The reader's node has cached the room's keys. */
  async function served(reader: WireClient, held: HeldDocument): Promise<WireClient> {
    const there = elsewhere(reader, otherNode)
    for (const send of ROUTES['renditions.page'].sends) expect((await send(there, held)).status).toBe(200)
    return there
  }

  async function grasp(reader: WireClient, itemId: number): Promise<Pick<HeldDocument, 'lease' | 'ticket'>> {
    const { name: lease } = await reader.openDocument(itemId)
    const issued = await reader.call('POST', '/room/api/file/ticket', { body: { fileIds: [itemId], kind: 'download' } })
    return { lease, ticket: (issued.json.payload as { url: string }).url }
  }

  async function graspArchive(reader: WireClient): Promise<Pick<HeldDocument, 'archive' | 'archiveTicket'>> {
    const { id: archive } = await prepared(reader)
    return { archive, archiveTicket: await addressOf(reader, archive) }
  }

  const STATES: Record<string, DocumentBytesState> = {
    'a stranger': {
      comes: async ({ reader }) => new WireClient(reader.base),
      answers: ({ by }) => (by === 'ticket' ? undefined : 401),
      isHarmless: true,
    },
    'a forged session': {
      comes: async ({ reader }) => {
        const forger = new WireClient(reader.base)
        forger.session = { ...reader.me, jwt: `${reader.me.jwt.slice(0, -3)}abc` }
        return forger
      },
      answers: ({ by }) => (by === 'ticket' ? undefined : 401),
      isHarmless: true,
    },
    'somebody who has not agreed': {
      comes: ({ room }) => enter(app, room.pin, false),
      answers: ({ by }) => (by === 'ticket' ? undefined : 403),
      isHarmless: true,
    },
    'the operator of another room': { comes: async () => (await app.room()).operator, answers: notFound, isHarmless: true },
    'a participant of another room': {
      comes: async () => (await app.participant(await app.room())).client,
      answers: notFound,
      isHarmless: true,
    },
    'another reader of the room, with a lease that is not theirs': {
      comes: async ({ room }) => (await app.participant(room)).client,
      answers: ({ by, right }) => (by === 'lease' ? 404 : by === 'item' && right ? 403 : undefined),
      ofArchives: othersArchive,
      isHarmless: true,
    },
    'an operator of the room, with a lease that is not theirs': {
      comes: async ({ room }) => room.operator,
      answers: ({ by }) => (by === 'lease' ? 404 : undefined),
      ofArchives: othersArchive,
      isHarmless: true,
    },
    'an operator who views the room as the reader, of bytes to keep': {
      comes: ({ room, memberId }) => room.operator.viewerOf(memberId),
      answers: ({ by, right }) => (by === 'item' && right ? 403 : undefined),
      isHarmless: true,
    },
    'the same person in another session': {
      comes: async ({ room, memberId }) => {
        const [{ email }] = (
          await app.database.pool.query('select u.email from members m join users u on u.id = m.user_id where m.id = $1', [memberId])
        ).rows
        await room.operator.inviteAgain(memberId)
        return enter(app, await app.pinMailedTo(email), true)
      },
      answers: ({ by }) => (by === 'lease' ? 404 : undefined),
    },
    'a reader after logout': { comes: ({ reader }) => gone(reader.logout()), answers: refused(401) },
    'a reader who was shut out': {
      comes: ({ room, memberId }) => gone(room.operator.setRight(memberId, 'access', false)),
      answers: refused(401),
    },
    'a reader who was removed': { comes: ({ room, memberId }) => gone(room.operator.remove(memberId)), answers: refused(401) },
    'a reader who rested for 30 minutes': {
      comes: async () => void app.clock.advance(LIMITS.idleMs + 1_000),
      answers: refused(401),
    },
    'a reader without the rights any more': {
      comes: async ({ room, memberId }) => {
        for (const right of ['download', 'print', 'text']) await gone(room.operator.setRight(memberId, right, false))
        return undefined
      },
      answers: ({ right }) => (right ? 403 : undefined),
      ofArchives: outdated,
    },
    'a reader without the right to download any more': {
      comes: ({ room, memberId }) => gone(room.operator.setRight(memberId, 'download', false)),
      answers: ({ right }) => (right === 'download' ? 403 : undefined),
      ofArchives: outdated,
    },
    'a reader of a document that was replaced': {
      comes: ({ room }) => gone(room.operator.upload([['기밀.pdf', new Uint8Array(pdfOf([textPage('a secret again')]))]], 0, 'replace')),
      answers: ({ by }) => (by === 'lease' ? 404 : undefined),
      ofArchives: outdated,
    },
    'a reader of a deleted document': {
      comes: ({ room, held }) => gone(room.operator.deleteItem(held.itemId)),
      answers: refused(404),
      ofArchives: outdated,
    },
    'a reader of a document that was deleted and restored': {
      comes: async ({ room, held }) => {
        await gone(room.operator.deleteItem(held.itemId))
        return gone(room.operator.restoreItem(held.itemId))
      },
      answers: ({ by }) => (by === 'lease' ? 404 : undefined),
    },
    'a reader of a destroyed document': {
      comes: async ({ room, held }) => {
        await gone(room.operator.deleteItem(held.itemId))
        return gone(room.operator.destroyItem(held.itemId))
      },
      answers: refused(404),
      ofArchives: outdated,
    },
    'a reader of a room that was closed, at a node that has served it': {
      comes: async ({ room, reader, held }) => {
        const stale = await served(reader, held)
        await gone(ending.move(room.operator, 'closed'))
        return stale
      },
      answers: refused(401),
    },
    'a reader of a room that is being destroyed, at a node that has served it': {
      comes: async ({ room, reader, held }) => {
        const stale = await served(reader, held)
        await destroyAtOnce(app, room)
        return stale
      },
      answers: ({ by }) => (by === 'ticket' ? undefined : 401),
    },
    'a reader of a room that was destroyed, at a node that has served it': {
      comes: async ({ room, reader, held }) => {
        const stale = await served(reader, held)
        await destroyAtOnce(app, room)
        await untilDestroyed(app, room.roomId)
        return stale
      },
      answers: ({ by }) => (by === 'ticket' ? 404 : 401),
    },
    'a reader who closed the lease': {
      comes: ({ reader, held }) => gone(reader.call('GET', `/room/api/file/removeTempFile/${held.lease}`)),
      answers: ({ by }) => (by === 'lease' ? 404 : undefined),
    },
    'a lease that rested for 10 minutes, a ticket older than a minute': {
      comes: async ({ reader }) => {
        app.clock.advance(LIMITS.leaseIdleMs + 1_000)
        await reader.call('POST', '/room/api/room/alive')
        return undefined
      },
      answers: ({ by }) => (by === 'item' ? undefined : 404),
      ofArchives: ({ by }) => (by === 'ticket' ? 404 : undefined),
    },
  }

  it('are covered completely: every route that answers with bytes is in the table', () => {
    const operations: readonly Operation[] = OPERATIONS
    const known: readonly string[] = [
      ...Object.keys(ROUTES),
      ...[COMPOSE_ROUTES, SIGNING_ROUTES, THREAD_ROUTES].flatMap((each) => Object.keys(each)),
    ]
    for (const { name, answer, path } of operations) {
      if ((answer.kind === 'bytes' && !LISTS.includes(name)) || path.includes('/file/view/')) expect(known).toContain(name)
    }
  })

  it('everyone permitted has them by every route', async () => {
    const { reader, held } = common
    for (const [name, { sends, by }] of routes) {
      for (const send of sends) {
        // The first use consumes a ticket.
        const { status } = await send(reader, by === 'ticket' ? { ...held, ...(await grasp(reader, held.itemId)) } : held)
        expect({ name, status: [200, 206].includes(status) ? 'given' : status }).toEqual({ name, status: 'given' })
      }
    }
  })

  it.each(Object.entries(STATES))('%s', async (_, { comes, answers, ofArchives = answers, isHarmless }) => {
    const context = isHarmless ? common : await furnish()
    const client = (await comes(context)) ?? context.reader
    let asked = 0
    for (const [name, route] of routes) {
      const http = (route.isArchive ? ofArchives : answers)(route)
      if (http === undefined) continue
      for (const send of route.sends) {
        const response = await send(client, context.held)
        const text = await response.text()
        asked += 1
        expect({ name, http: response.status, type: response.headers.get('content-type') }).toEqual({
          name,
          http,
          type: 'application/json; charset=utf-8',
        })
        expect(JSON.parse(text)).toEqual({ status: 'EXCEPTION', payload: expect.any(String), code: expect.any(String) })
        expect(text).not.toMatch(/secret|기밀|%PDF/)
      }
    }
    expect(asked).toBeGreaterThan(5)
  })
})
