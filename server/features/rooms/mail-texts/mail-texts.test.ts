import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailTexts } from '../../../../contract/features/rooms/mail-texts.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { freshKeyring } from '../../../test/scenarios/full-room.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import { STANDARD_MAILS } from '../../../test/scenarios/rooms/mail-texts.ts'
import type { RoomKeyring } from '../keys/room-keys.ts'

const UNBRANDED = { firm: '', accent: null, accentDark: null, sender: '', replyTo: '', footer: '' }
const CLOSING_TEXT = '한앤파트너스 M&A팀'
const INVITATION = {
  ko: '{name} 님께\n{firm}입니다.\n\n{room} 실사에 모십니다.',
  en: 'Dear {name}, {firm} invites you to {room}.',
}

describe('texts of mails of a room', () => {
  let app: TestApp
  let keyring: RoomKeyring
  beforeAll(async () => {
    app = await startTestApp()
    keyring = await freshKeyring(app)
  })
  afterAll(() => app.close())

  const set = (client: WireClient, texts: Partial<MailTexts>) =>
    client.call('PUT', '/room/api/room/update/mailTexts', {
      body: { id: client.me.roomId, texts: { ...STANDARD_MAILS, ...texts } },
    })
  const read = async ({ operator, roomId }: TestRoom) =>
    (await operator.call('GET', `/room/api/room/mailTexts/${roomId}`)).json.payload
  const brand = (client: WireClient, fields: object) =>
    client.call('PUT', '/room/api/room/update/brand', {
      body: { id: client.me.roomId, ...UNBRANDED, ...fields },
    })
  const invitationTo = async (email: string) =>
    (await app.mailsTo(email)).findLast(({ text }) => text?.includes('PIN으로 입장'))
  const nameOf = async ({ operator, roomId }: TestRoom) =>
    (
      (await operator.call('GET', `/room/api/room/info/${roomId}`)).json.payload as {
        roomName: string
      }
    ).roomName

  it('stand above the standard text of an invitation, and never in mails with another PIN or code', async () => {
    const room = await app.room()
    await brand(room.operator, { firm: '한앤파트너스', footer: CLOSING_TEXT })
    expect((await set(room.operator, { invitation: INVITATION })).json.status).toBe('OK')
    expect(await read(room)).toEqual({ ...STANDARD_MAILS, invitation: INVITATION })
    const { client, email, memberId } = await app.participant(room)
    const invitation = await invitationTo(email)
    const text = invitation?.text ?? ''
    const [own, fixed] = [text.indexOf(`실사에 모십니다.`), text.indexOf('PIN은 본인만 사용하고')]
    expect(text).toContain('한앤파트너스\u200c입니다.\n\n')
    expect(text).toContain(`${await nameOf(room)} 실사`)
    expect(text).not.toContain('{')
    expect(own).toBeGreaterThan(0)
    expect(fixed).toBeGreaterThan(own)
    expect(text).toContain(CLOSING_TEXT)
    expect(invitation?.html).toContain('한앤파트너스\u200c입니다.')
    await client.findPin(email)
    await expect.poll(async () => (await app.mailsTo(email)).length).toBeGreaterThan(1)
    const later = (await app.mailsTo(email)).filter(
      (mail) => mail.messageId !== invitation?.messageId,
    )
    for (const mail of later) {
      expect(mail.text).not.toContain('모십니다')
      expect(mail.text).not.toContain(CLOSING_TEXT)
    }
    await room.operator.setRole(memberId, 4)
    await app.codeMailedTo(email)
    for (const mail of await app.mailsTo(email))
      if (mail.messageId !== invitation?.messageId) expect(mail.text).not.toContain(CLOSING_TEXT)
  })

  it('are given up by an empty text, and both are in the log without what was written', async () => {
    const room = await app.room()
    const closing = { ko: '그동안 감사했습니다.', en: 'Thank you.' }
    await set(room.operator, { invitation: { ko: '환영합니다.', en: '' }, closing })
    await set(room.operator, { closing })
    await set(room.operator, { closing })
    expect(await read(room)).toEqual({ ...STANDARD_MAILS, closing })
    expect(await loggedDetails(app.database, keyring, room.roomId, 'room.mail-texts')).toEqual([
      { own: ['invitation', 'closing'], standard: [] },
      { own: [], standard: ['invitation'] },
    ])
    const { rows } = await app.database.pool.query(
      'select sealed from mail_texts where room_id = $1',
      [room.roomId],
    )
    for (const { sealed } of rows)
      expect((sealed as Buffer).includes(Buffer.from('감사'))).toBe(false)
    const { email } = await app.participant(room)
    expect((await invitationTo(email))?.text).not.toContain('환영합니다')
  })

  it('of the end of a room are in both languages, for participants alone', async () => {
    const room = await app.room()
    const { email } = await app.participant(room)
    await set(room.operator, {
      closing: { ko: '{name} 님, 그동안 감사했습니다.', en: 'Thank you, {name}.' },
    })
    await room.operator.call('PUT', '/room/api/room/ending/phase', {
      body: { id: room.roomId, phase: 'closed' },
    })
    await expect
      .poll(async () => (await app.mailsTo(email)).some(({ subject }) => subject?.includes('종료')))
      .toBe(true)
    const ended = (await app.mailsTo(email)).find(({ subject }) => subject?.includes('종료'))
    expect(ended?.text).toMatch(/그동안 감사했습니다\.\n\nThank you, .*\n\n데이터룸이 종료되어/)
  })

  it('are left out where what is filled in would make a line of the mail, and where they cannot be read', async () => {
    const room = await app.room()
    const invited = async () =>
      (await invitationTo((await app.participant(room)).email))?.text ?? ''
    await brand(room.operator, { firm: 'PIN:' })
    expect(
      (await set(room.operator, { invitation: { ko: '{firm} 999-99', en: '' } })).json.status,
    ).toBe('OK')
    const imitated = await invited()
    expect(imitated).toContain('PIN은 본인만 사용하고')
    expect(imitated).not.toContain('999-99')
    await app.database.pool.query('update mail_texts set sealed = $2 where room_id = $1', [
      room.roomId,
      Buffer.from('unreadable'),
    ])
    expect(await invited()).toContain('PIN은 본인만 사용하고')
  })

  it('are refused whole, with what is wrong in them', async () => {
    const room = await app.room()
    const codeOf = async (ko: string) =>
      (await set(room.operator, { invitation: { ko, en: '' } })).json.code
    for (const [text, code] of [
      ['{firma} 안내', 'MAIL_TEXT_PLACEHOLDER'],
      ['{firm} 안내', 'MAIL_TEXT_NO_FIRM'],
      ['evil.{name}', 'MAIL_TEXT_APART'],
      ['https://evil.example 에서 확인', 'MAIL_TEXT_LINK'],
      ['evil．example로', 'MAIL_TEXT_LINK'],
      ['deal@han.example로 문의', 'MAIL_TEXT_LINK'],
      ['안내\nBcc: 다른 사람', 'MAIL_TEXT_HEADER'],
      ['안내\n보낸 사람: 은행', 'MAIL_TEXT_HEADER'],
      ['PIN: 123-45-12345678901', 'MAIL_TEXT_HEADER'],
      ['РІN: 123-45-12345678901', 'MAIL_TEXT_HEADER'],
      ['Ｐ１Ｎ: 123', 'MAIL_TEXT_HEADER'],
      ['evil.соm에서 확인', 'MAIL_TEXT_LINK'],
      ['<b>굵게</b>', 'MAIL_TEXT_MARKUP'],
      ['안내\u202egpj', 'MAIL_TEXT_CHARACTER'],
      ['안내\u0007', 'MAIL_TEXT_CHARACTER'],
    ] as const)
      expect(await codeOf(text), text).toBe(code)
    const named = await set(room.operator, { closing: { ko: '', en: 'Dear {who}' } })
    expect(named).toMatchObject({ http: 422 })
    expect(named.text).toContain('{who}')
    expect((await set(room.operator, { closing: { ko: '가'.repeat(1_001), en: '' } })).http).toBe(
      400,
    )
    expect(await read(room)).toEqual(STANDARD_MAILS)
    const natural = { ko: '문의: 김담당\n일시: 2026.3.10. 14:00', en: 'Contact: Jane Doe' }
    expect((await set(room.operator, { closing: natural })).json.status).toBe('OK')
    expect(await read(room)).toEqual({ ...STANDARD_MAILS, closing: natural })
  })
})
