import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { pdfOf, stream } from '../../../test/fixtures/pdf-file.ts'
import { sealables } from '../../../test/fixtures/sealable.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { closeRoom } from '../../../test/scenarios/close-room.ts'
import { A4, PDF, sealHandler } from '../../../test/scenarios/esign/sealing.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import { signerOf } from '../../../test/scenarios/signing.ts'
import { openSealKeys } from '../../../workers/esign/index.ts'

let app: TestApp
let room: TestRoom
let documents: Awaited<ReturnType<typeof sealables>>
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  documents = await sealables(app)
})
afterAll(() => app.close())

describe('a document that all have signed', () => {
  it('names in its mails the certificate that sealed it, and not the one that the server has by now', async () => {
    const keyDir = await fs.mkdtemp(path.join(app.dataDir, 'other-keys-'))
    const sealKeys = await openSealKeys({
      keyDir,
      publicUrl: 'http://other.test',
      clock: app.clock,
    })
    const id = await documents.add(room, {
      pdf: PDF,
      pages: [A4],
      name: 'whose.pdf',
      isQueued: false,
    })
    await (await sealHandler(app, { sealKeys }))({ roomId: room.roomId, templateId: id })
    const { bytes } = await documents.result(
      room.roomId,
      (await documents.ended(id)).result_id ?? 0,
    )
    const [der = Buffer.alloc(0)] = (await sealKeys.signer()).chain
    expect(bytes.toString('latin1').toLowerCase()).toContain(Buffer.from(der).toString('hex'))
    const { json } = await app.stranger().call('GET', '/esign/api/certificate')
    const configured = json.payload as { fingerprint: string }
    const fingerprint = createHash('sha256').update(der).digest('hex')
    expect(fingerprint).not.toBe(configured.fingerprint)
    const mails = await messageMails(app, 'whose.pdf')
    expect(mails).toHaveLength(3)
    for (const { text, html } of mails)
      for (const reported of [text, html]) {
        expect(reported).toContain(fingerprint.match(/.{4}/g)?.join(' '))
        expect(reported.replaceAll(' ', '')).not.toContain(configured.fingerprint)
      }
  })

  it('is mailed without the file where that is too large, and says where it is', async () => {
    const noise = randomBytes(LIMITS.attachmentBytes).toString('latin1')
    const pdf = pdfOf(
      [{ content: '/Fm1 Do', entries: '/Resources << /XObject << /Fm1 4 0 R >> >>' }],
      {
        extra: [
          stream(
            '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
            noise,
          ),
        ],
      },
    )
    const id = await documents.add(room, { pdf, pages: [A4], name: 'large.pdf' })
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED' })
    const mails = await messageMails(app, 'large.pdf')
    expect(mails).toHaveLength(3)
    for (const { files, text, to } of mails) {
      expect(files).toEqual([])
      expect(text).toContain(
        to.includes('hong@example.com')
          ? '서명 요청 메일의 링크'
          : to.includes('park@example.com')
            ? '/sign#'
            : '/compose',
      )
      expect(text.includes('/sign#')).toBe(to.includes('park@example.com'))
    }
    const copy = await signerOf(app, 'park@example.com')
    expect((await copy.state()).data).toMatchObject({
      participant: { type: 'CC', status: 'DONE' },
      boxes: [],
      isSealed: true,
    })
    const { result_id } = await documents.ended(id)
    const { bytes } = await documents.result(room.roomId, result_id ?? 0)
    const file = await copy.fetch('GET', '/file')
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await copy.complete([])).code).toBe('SIGN_DONE')
    expect((await copy.decline('아니요')).code).toBe('SIGN_DONE')
    const { rows } = await app.database.pool.query('select m::text as it from mails m')
    expect(rows.map(({ it }) => it).join()).not.toContain(copy.token)
  })

  it('shows on whom the mail with it did not reach', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], name: 'unreached.pdf' })
    await documents.ended(id)
    expect(await messageMails(app, 'unreached.pdf')).toHaveLength(3)
    const failed = async () => {
      const answer = await room.operator.call('GET', '/esign/api/compose/get', {
        query: { templateId: id },
      })
      const { participants } = answer.json.payload as Template
      return Object.fromEntries(participants.map(({ email, mailFailed }) => [email, mailFailed]))
    }
    expect(await failed()).toEqual({ 'hong@example.com': false, 'park@example.com': false })
    await app.database.pool.query(
      `update mails set status = 'failed', sealed = null where participant_id = (
         select id from template_participants where template_id = $1 and email = 'park@example.com')`,
      [id],
    )
    expect(await failed()).toEqual({ 'hong@example.com': false, 'park@example.com': true })
  })
})

describe('the mails of a document that is sealed', () => {
  const people = [
    { name: '홍길동', email: 'hong@example.com', type: 'SIGNER' as const },
    { name: '남은 사람', email: 'stays@example.com', type: 'CC' as const },
  ]
  const receivers = async (name: string): Promise<string[]> =>
    (await messageMails(app, name)).flatMap(({ to }) => to).sort()

  it('do not go to who was blocked or removed since, nor to an author who may not enter any more', async () => {
    const own = await app.room()
    const [blocked, removed, operator] = [
      await app.participant(own),
      await app.participant(own),
      await app.participant(own),
    ]
    await own.operator.setRole(operator.memberId, 4)
    const all = [
      ...people,
      ...[blocked, removed].map(({ email }) => ({
        name: '나간 사람',
        email,
        type: 'SIGNER' as const,
      })),
    ]
    const id = await documents.add(own, {
      pdf: PDF,
      pages: [A4],
      name: 'shut-out.pdf',
      people: all,
      isQueued: false,
    })
    const { pool } = app.database
    await pool.query('update members set can_access = false where id = $1', [blocked.memberId])
    await pool.query(`update members set ended_at = now() + interval '1 day' where id = $1`, [
      removed.memberId,
    ])
    await pool.query(
      'update members set can_access = false where id = (select created_by from templates where id = $1)',
      [id],
    )
    await (await sealHandler(app))({ roomId: own.roomId, templateId: id })
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await receivers('shut-out.pdf')).toEqual(
      ['hong@example.com', 'stays@example.com', operator.email].sort(),
    )
  })

  it.each([
    ['sealed', PDF, 'COMPLETED'],
    ['not sealed', Buffer.from('%PDF-1.7\nnothing'), 'FAILED'],
  ])('go to nobody where the room is closed: %s', async (state, pdf, status) => {
    const own = await app.room()
    const id = await documents.add(own, {
      pdf,
      pages: [A4],
      name: `closed-${state}.pdf`,
      people,
      isQueued: false,
    })
    await closeRoom(app, own.roomId)
    await (await sealHandler(app))({ roomId: own.roomId, templateId: id })
    expect(await documents.ended(id)).toMatchObject({ status })
    expect(await receivers(`closed-${state}.pdf`)).toEqual([])
  })
})
