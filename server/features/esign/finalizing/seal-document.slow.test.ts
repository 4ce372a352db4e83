import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf, textPage } from '../../../test/fixtures/pdf-file.ts'
import { sealables } from '../../../test/fixtures/sealable.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { A4, blobCount, PDF, sealHandler, stored } from '../../../test/scenarios/esign/sealing.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import type { TemplateEventKind } from '../esign.tables.ts'
import { auditFacts } from './audit-facts.ts'
import { queueSealing } from './queue-sealing.ts'

const PNG = createCanvas(240, 100).toBuffer('image/png')

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
  it('is sealed, booked, logged and mailed to all whom it concerns', async () => {
    const before = await stored(app, room)
    const id = await documents.add(room, {
      pdf: pdfOf([textPage('first'), textPage('second')]),
      pages: [A4, A4],
      waterMark: true,
      boxes: [
        { page: 0, x: 100, y: 100, w: 200, h: 40, text: '동의합니다 )' },
        { page: 1, x: 100, y: 300, w: 120, h: 120, image: PNG },
      ],
    })
    const ended = await documents.ended(id)
    expect(ended).toMatchObject({ status: 'COMPLETED', failure: null })
    const { bytes, sha256 } = await documents.result(room.roomId, ended.result_id ?? 0)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(bytes.includes('/ETSI.CAdES.detached')).toBe(true)
    expect(await stored(app, room)).toBe(before + bytes.length)
    const mails = await messageMails(app, '서명 완료')
    expect(mails.flatMap(({ to }) => to).sort()).toEqual([
      'hong@example.com',
      'operator1@example.com',
      'park@example.com',
    ])
    for (const mail of mails) {
      expect(mail.text).toContain(sha256)
      expect(mail.text).toContain('PAdES B-B')
      expect(mail.files).toMatchObject([
        { name: '계약서 (서명 완료).pdf', type: 'application/pdf' },
      ])
      expect(mail.files[0]?.content.equals(bytes)).toBe(true)
      expect(mail.text).toContain('http://room.test/verify')
    }
    expect(await app.logged(room.roomId)).toContain('compose.sealed')
  })

  it('is the same after repeated jobs: sealed once, mailed once, booked once', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], name: 'once.pdf' })
    await documents.ended(id)
    const [booked, blobs] = [await stored(app, room), await blobCount(documents)]
    const key = { roomId: room.roomId, templateId: id }
    await app.database.transaction((tx) => queueSealing(tx, key))
    const run = await sealHandler(app)
    await Promise.all([run(key), run(key)])
    expect([await stored(app, room), await blobCount(documents)]).toEqual([booked, blobs])
    expect(await messageMails(app, 'once.pdf')).toHaveLength(3)
  })

  it('is sealed by one of two runs at the same time, and the other leaves nothing', async () => {
    const [booked, blobs] = [await stored(app, room), await blobCount(documents)]
    const id = await documents.add(room, {
      pdf: PDF,
      pages: [A4],
      name: 'race.pdf',
      isQueued: false,
    })
    const [one, two] = [await sealHandler(app), await sealHandler(app)]
    const key = { roomId: room.roomId, templateId: id }
    await Promise.all([one(key), two(key)])
    const { result_id } = await documents.ended(id)
    const { bytes } = await documents.result(room.roomId, result_id ?? 0)
    expect([await stored(app, room), await blobCount(documents)]).toEqual([
      booked + bytes.length,
      blobs + 2,
    ])
    expect(await messageMails(app, 'race.pdf')).toHaveLength(3)
  })

  it('that lost its job is found again', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
    await runJob(app, 'compose.revive-sealing')
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('what the pages behind it say', () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const event = (kind: TemplateEventKind) => ({
    kind,
    at,
    participant_id: 7,
    address: '198.51.100.7',
    agent: 'Program/1',
  })
  const said = (originSha256: string, ...kinds: readonly TemplateEventKind[]) =>
    auditFacts({
      template: { id: 1, name: 'a.pdf', origin_name: 'a.pdf', was_signed: false },
      room: { name: '방', room_no: 'R1', zone: 'Asia/Seoul' },
      author: { name: '작성자', email: 'author@example.com' },
      participants: [],
      events: kinds.map(event),
      imagesOf: new Map(),
      source: { originSha256, sha256: 'a'.repeat(64) },
      at,
    })

  it('names from where people signed, and not from where somebody else had them invited', () => {
    const [invited, reminded, signed] = said('b', 'invited', 'reminded', 'signed').events.map(
      ({ value }) => value,
    )
    for (const value of [invited, reminded]) expect(value).not.toMatch(/198\.51|Program/)
    expect(signed).toMatch(/Network address: 198\.51\.100\.7\n.*Program: Program\/1$/)
  })

  it('names the SHA-256 of the original, and of the signed version where it differs', () => {
    const digests = (originSha256: string) =>
      said(originSha256).document.filter(({ en }) => en.includes('SHA-256'))
    expect(digests('a'.repeat(64)).map(({ value }) => value)).toEqual(['a'.repeat(64)])
    const [original, signed, ...more] = digests('b'.repeat(64)).map(({ value }) => value)
    expect(more).toEqual([])
    expect(original).toBe('b'.repeat(64))
    expect(signed?.startsWith('a'.repeat(64))).toBe(true)
  })
})
