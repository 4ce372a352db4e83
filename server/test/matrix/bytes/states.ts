import { expect } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { pdfOf, textPage } from '../../fixtures/pdf-file.ts'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import { WireClient } from '../../harness/wire-client.ts'
import { destroyAtOnce, elsewhere, ending, untilDestroyed } from '../../scenarios/endings.ts'
import { type HeldDocument, ROUTES, type Route } from './routes.ts'

export interface DocumentBytesRoom {
  readonly app: TestApp
  readonly otherNode: string
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

const enter = async (
  { base }: { readonly base: string },
  pin: string,
  agrees: boolean,
): Promise<WireClient> => {
  const client = new WireClient(base)
  await client.join(pin)
  if (agrees) await client.agree()
  return client
}

/** The reader's node has cached the room's keys. */
async function served({ otherNode, reader, held }: DocumentBytesRoom): Promise<WireClient> {
  const there = elsewhere(reader, otherNode)
  for (const send of ROUTES['renditions.page'].sends)
    expect((await send(there, held)).status).toBe(200)
  return there
}

export const STATES: Record<string, DocumentBytesState> = {
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
    comes: ({ app, room }) => enter(app, room.pin, false),
    answers: ({ by }) => (by === 'ticket' ? undefined : 403),
    isHarmless: true,
  },
  'the operator of another room': {
    comes: async ({ app }) => (await app.room()).operator,
    answers: notFound,
    isHarmless: true,
  },
  'a participant of another room': {
    comes: async ({ app }) => (await app.participant(await app.room())).client,
    answers: notFound,
    isHarmless: true,
  },
  'another reader of the room, with a lease that is not theirs': {
    comes: async ({ app, room }) => (await app.participant(room)).client,
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
    comes: async ({ app, room, memberId }) => {
      const [{ email }] = (
        await app.database.pool.query(
          'select u.email from members m join users u on u.id = m.user_id where m.id = $1',
          [memberId],
        )
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
  'a reader who was removed': {
    comes: ({ room, memberId }) => gone(room.operator.remove(memberId)),
    answers: refused(401),
  },
  'a reader who rested for 30 minutes': {
    comes: async ({ app }) => void app.clock.advance(LIMITS.idleMs + 1_000),
    answers: refused(401),
  },
  'a reader without the rights any more': {
    comes: async ({ room, memberId }) => {
      for (const right of ['download', 'print', 'text'])
        await gone(room.operator.setRight(memberId, right, false))
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
    comes: ({ room }) =>
      gone(
        room.operator.upload(
          [['기밀.pdf', new Uint8Array(pdfOf([textPage('a secret again')]))]],
          0,
          'replace',
        ),
      ),
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
    comes: async (context) => {
      const stale = await served(context)
      await gone(ending.move(context.room.operator, 'closed'))
      return stale
    },
    answers: refused(401),
  },
  'a reader of a room that is being destroyed, at a node that has served it': {
    comes: async (context) => {
      const stale = await served(context)
      await destroyAtOnce(context.app, context.room)
      return stale
    },
    answers: ({ by }) => (by === 'ticket' ? undefined : 401),
  },
  'a reader of a room that was destroyed, at a node that has served it': {
    comes: async (context) => {
      const stale = await served(context)
      await destroyAtOnce(context.app, context.room)
      await untilDestroyed(context.app, context.room.roomId)
      return stale
    },
    answers: ({ by }) => (by === 'ticket' ? 404 : 401),
  },
  'a reader who closed the lease': {
    comes: ({ reader, held }) =>
      gone(reader.call('GET', `/room/api/file/removeTempFile/${held.lease}`)),
    answers: ({ by }) => (by === 'lease' ? 404 : undefined),
  },
  'a lease that rested for 10 minutes, a ticket older than a minute': {
    comes: async ({ app, reader }) => {
      app.clock.advance(LIMITS.leaseIdleMs + 1_000)
      await reader.call('POST', '/room/api/room/alive')
      return undefined
    },
    answers: ({ by }) => (by === 'item' ? undefined : 404),
    ofArchives: ({ by }) => (by === 'ticket' ? 404 : undefined),
  },
}
