import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageMails } from '../../../test/message-mails.ts'
import { pdfOf, textPage } from '../../../test/pdf-file.ts'
import { sealables } from '../../../test/sealable.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/test-app.ts'

const A4 = { width: 595, height: 842 }
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

const stored = async (): Promise<number> =>
  (await app.database.pool.query('select storage_used from rooms where id = $1', [room.roomId])).rows[0].storage_used

describe('a document that all have signed', () => {
  it('is sealed, booked, logged and mailed to all whom it concerns', async () => {
    const before = await stored()
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
    expect(await stored()).toBe(before + bytes.length)
    const mails = await messageMails(app, '서명 완료')
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(['hong@example.com', 'operator1@example.com', 'park@example.com'])
    for (const mail of mails) {
      expect(mail.text).toContain(sha256)
      expect(mail.files).toMatchObject([{ name: '계약서.pdf', type: 'application/pdf' }])
      expect(mail.files[0]?.content.equals(bytes)).toBe(true)
    }
    expect(await app.logged(room.roomId)).toContain('compose.sealed')
  })
})
