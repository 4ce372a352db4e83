import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIL_TEXT_KINDS } from '../../../contract/core/mails/mail-texts.ts'
import { mailReaderOf } from '../../features/members/index.ts'
import { mailStyleOf } from '../../features/rooms/brand/mail-style.ts'
import type { RoomKeyring } from '../../features/rooms/keys/room-keys.ts'
import { layoutMail } from '../../platform/mail/layout.ts'
import { MAIL_KINDS, type MailKind } from '../../platform/mail/mail-kinds.ts'
import { createOutbox, type Outbox } from '../../platform/mail/outbox.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { freshKeyring } from '../scenarios/full-room.ts'

const CLOSING_TEXT = '한앤파트너스 M&A팀 드림'
const INTRODUCTION = '자체 머리말'
const SECURITY: readonly MailKind[] = [
  'pin',
  'pin-shown',
  'code',
  'step',
  'passkey',
  'address',
  'address-changed',
  'acceptance',
  'rooms',
  'network',
]

describe('own words of a room', () => {
  let app: TestApp
  let keyring: RoomKeyring
  let room: TestRoom
  let outbox: Outbox
  let participant: number
  beforeAll(async () => {
    app = await startTestApp()
    keyring = await freshKeyring(app)
    room = await app.room()
    participant = (await app.participant(room)).memberId
    const { operator, roomId } = room
    const brand = {
      firm: '한앤파트너스',
      accent: null,
      accentDark: null,
      sender: '',
      replyTo: '',
      footer: CLOSING_TEXT,
    }
    await operator.call('PUT', '/room/api/room/update/brand', { body: { id: roomId, ...brand } })
    const texts = Object.fromEntries(
      MAIL_TEXT_KINDS.map((kind) => [kind, { ko: `${INTRODUCTION} {name}`, en: '' }]),
    )
    expect(
      (
        await operator.call('PUT', '/room/api/room/update/mailTexts', {
          body: { id: roomId, texts },
        })
      ).http,
    ).toBe(200)
    outbox = createOutbox({
      ...{
        db: app.database.db,
        encryptor: keyring.content,
        retention: keyring.retention,
        clock: app.clock,
        log: app.log,
      },
      transport: { kind: 'folder', send: async () => undefined, close: async () => undefined },
      from: { name: '', address: 'room@example.com' },
      mailStyleOf: (db, asked) =>
        mailStyleOf(
          { encryptor: keyring.content, readerOf: mailReaderOf, log: app.log },
          db,
          asked,
        ),
      seesAll: async () => true,
    })
  })
  afterAll(() => app.close())

  const queued = (kind: MailKind, memberId: number, isInvitation = false): Promise<string> =>
    app.database.transaction(async (tx) => {
      const content = { greeting: '안녕하세요.', paragraphs: ['정해진 글'], footer: '정해진 끝' }
      const mail = {
        to: 'reader@example.com',
        language: 'ko',
        subject: '제목',
        ...layoutMail(content, 'ko'),
      } as const
      await outbox.queue(tx, { roomId: room.roomId, memberId, kind, isInvitation, mail })
      const { id, sealed } = await tx
        .withTables<{ mails: { id: number; sealed: Buffer } }>()
        .selectFrom('mails')
        .select(['id', 'sealed'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return JSON.parse(
        (await keyring.content.open(tx, room.roomId, `mail:${id}`, sealed)).toString(),
      ).text
    })

  it('are in no mail to an operator, whatever its kind', async () => {
    for (const kind of Object.keys(MAIL_KINDS) as MailKind[]) {
      const text = await queued(kind, room.operator.me.id ?? 0, true)
      expect(text, kind).toContain('정해진 글')
      expect(text, kind).not.toContain(CLOSING_TEXT)
      expect(text, kind).not.toContain(INTRODUCTION)
    }
  })

  it('are in mails to participants of the kinds that may have them, and in none about security', async () => {
    for (const [kind, words] of Object.entries(MAIL_KINDS) as [MailKind, string][]) {
      const text = await queued(kind, participant)
      expect(text.includes(CLOSING_TEXT), kind).toBe(words !== 'none')
      expect(text.includes(INTRODUCTION), kind).toBe(words !== 'none' && words !== 'closing-text')
    }
    for (const kind of SECURITY) expect(MAIL_KINDS[kind]).toBe('none')
    expect(await queued('pin', participant, true)).toMatch(
      new RegExp(`^안녕하세요\\.\\n\\n${INTRODUCTION} 이참여\\n\\n정해진 글`),
    )
  })
})
