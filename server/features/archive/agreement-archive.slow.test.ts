import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { archived, byCode, furnish, verdictOf } from '../../test/scenarios/archives.ts'
import { newGroup } from '../../test/scenarios/groups.ts'
import {
  AGREED_TEXT,
  acceptOwn,
  setAgreement,
  setPdf,
  setText,
} from '../../test/scenarios/rooms/own-agreements.ts'

const digest = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

describe('an archive of a room with its own agreement', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ office: false })
  })
  afterAll(() => app.close())

  it('holds every version as it was accepted, and who accepted or signed it, former members included', async () => {
    const room = await furnish(app)
    const gone = await app.participant(room, '윤떠남')
    await setText(room.operator, 0, { signature: true })
    await acceptOwn(gone.client, 1, { name: '=윤떠남', signs: true })
    await acceptOwn(room.operator, 1, { name: '김운영', signs: true })
    const pdf = makePdf(2)
    await setPdf(room.operator, 1, pdf)
    await acceptOwn(room.operator, 2)
    await setAgreement(room.operator, 2, { form: 'product' })
    await room.operator.agree()
    expect(
      (await room.operator.call('DELETE', `/room/api/room/user/deleteInvited/${gone.client.me.id}`))
        .http,
    ).toBe(200)

    const files = await archived(room.operator, byCode(room))
    expect([...files.keys()].filter((name) => name.startsWith('agreement/'))).toEqual([
      'agreement/version-1.ko.txt',
      'agreement/version-1.en.txt',
      'agreement/version-2.pdf',
      'agreement/acceptances.csv',
    ])
    expect(files.get('agreement/version-1.ko.txt')?.toString()).toBe(AGREED_TEXT.ko)
    expect(files.get('agreement/version-1.en.txt')?.toString()).toBe(AGREED_TEXT.en)
    expect(files.get('agreement/version-2.pdf')?.equals(Buffer.from(pdf))).toBe(true)

    const [, ...rows] = (files.get('agreement/acceptances.csv')?.toString() ?? '')
      .trim()
      .split('\r\n')
    expect(rows).toHaveLength(3)
    const signed = rows.find((row) => row.includes(gone.email)) ?? ''
    expect(signed).toContain(digest(AGREED_TEXT.ko))
    expect(signed).toContain("'=윤떠남")
    expect(rows.filter((row) => row.includes(digest(pdf)))).toHaveLength(1)
    expect(await verdictOf(files)).toMatchObject({ changed: [], missing: [] })
  })

  it('is alone in that: an own archive and one of a group hold neither versions nor acceptances', async () => {
    const room = await furnish(app)
    const person = await app.participant(room, '이참여')
    await setText(room.operator, 0)
    await acceptOwn(room.operator, 1)
    await acceptOwn(person.client, 1)
    const own = await archived(person.client)
    const groupId = await newGroup(room, '인수인 A', 'original')
    const group = await archived(room.operator, { ...byCode(room), groupId })
    for (const files of [own, group]) {
      expect(files.has('index.csv')).toBe(true)
      expect([...files.keys()].filter((name) => name.startsWith('agreement/'))).toEqual([])
    }
  })
})
