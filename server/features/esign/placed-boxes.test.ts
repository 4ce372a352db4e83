import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Template } from '../../../contract/features/composed.ts'
import { A4_REFERENCE } from '../../../paper/space/page-space.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { pdfOf, textPage } from '../../test/fixtures/pdf-file.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { boxOf, compose, draftOf, getTemplate, given } from '../../test/scenarios/composing.ts'
import { createRoomKeyring } from '../rooms/index.ts'
import type { EsignTables } from './esign.tables.ts'

const PAGES: readonly (readonly [entries: string, width: number, height: number])[] = [
  ['/MediaBox [0 0 595 842]', 595, 842],
  ['/MediaBox [0 0 842 595]', 842, 595],
  ['/MediaBox [0 0 595 842] /Rotate 90', 842, 595],
  ['/MediaBox [0 0 595 842] /Rotate 180', 595, 842],
  ['/MediaBox [0 0 595 842] /Rotate -90', 842, 595],
  ['/MediaBox [0 0 595 842] /CropBox [100 50 400 500]', 300, 450],
  ['/MediaBox [0 0 595 842] /CropBox [100 50 400 500] /Rotate 270', 450, 300],
  ['/MediaBox [-200 -300 195 542]', 395, 842],
  ['/MediaBox [595 842 0 0]', 595, 842],
  ['/MediaBox [0 0 2384 3370]', 2384, 3370],
  ['/MediaBox [0 0 40 30]', 40, 30],
]

const SLACK = 1e-6

describe('where boxes are', () => {
  let app: TestApp
  let room: TestRoom
  let draft: Template
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    draft = await draftOf(room, { pdf: pdfOf(PAGES.map(([entries]) => textPage('x', entries))) })
  })
  afterAll(() => app.close())

  const placed = async (boxes: readonly ReturnType<typeof boxOf>[]): Promise<Template['boxes']> =>
    given<Template>(
      await compose(room.operator, 'updateUpload', { templateId: draft.templateId, boxes }),
    ).boxes

  it('is returned for pages in their displayed sizes', () => {
    expect(draft.pages).toEqual(PAGES.map(([, width, height]) => ({ width, height })))
  })

  it('is where they were sent, as long as they are on their page', async () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const boxes = fc
      .sample(
        fc.record({ page: fc.nat(PAGES.length - 2), w: share, h: share, x: share, y: share }),
        400,
      )
      .map(({ page, w, h, x, y }, index) => {
        const [, width, height] = PAGES[page] ?? ['', 1, 1]
        const least = {
          w: (12 * A4_REFERENCE.width) / width,
          h: (12 * A4_REFERENCE.height) / height,
        }
        const scaledW = least.w + w * (A4_REFERENCE.width - least.w)
        const scaledH = least.h + h * (A4_REFERENCE.height - least.h)
        const [scaledX, scaledY] = [
          x * (A4_REFERENCE.width - scaledW),
          y * (A4_REFERENCE.height - scaledH),
        ]
        return boxOf({ id: `${index}`, page, scaledX, scaledY, scaledW, scaledH })
      })
    const kept = await placed(boxes)
    expect(kept).toHaveLength(boxes.length)
    for (const [index, box] of boxes.entries())
      for (const key of ['scaledX', 'scaledY', 'scaledW', 'scaledH'] as const)
        expect(Math.abs((kept[index]?.[key] ?? Number.NaN) - box[key])).toBeLessThan(SLACK)
  })

  it('is moved onto the page where they begin on it and reach beyond, and no box is larger than its page', async () => {
    const x = fc.double({ min: -0.7, max: A4_REFERENCE.width - SLACK, noNaN: true })
    const y = fc.double({ min: -0.7, max: A4_REFERENCE.height - SLACK, noNaN: true })
    const side = fc.double({ min: 0.001, max: 9_999, noNaN: true })
    const boxes = fc
      .sample(
        fc.record({
          page: fc.nat(PAGES.length - 1),
          scaledX: x,
          scaledY: y,
          scaledW: side,
          scaledH: side,
        }),
        400,
      )
      .map((box, index) => boxOf({ id: `${index}`, ...box }))
    for (const { page, scaledX: x, scaledY: y, scaledW: w, scaledH: h } of await placed(boxes)) {
      const [, width, height] = PAGES[page] ?? ['', 1, 1]
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-SLACK)
      expect(x + w).toBeLessThanOrEqual(A4_REFERENCE.width + SLACK)
      expect(y + h).toBeLessThanOrEqual(A4_REFERENCE.height + SLACK)
      expect((w * width) / A4_REFERENCE.width).toBeGreaterThanOrEqual(12 - SLACK)
      expect((h * height) / A4_REFERENCE.height).toBeGreaterThanOrEqual(12 - SLACK)
    }
  })

  it('is refused, with the box and its page named, where they do not begin on the page', async () => {
    const kept = await placed([boxOf({ id: 'kept' })])
    const beyond = [
      { scaledX: -30 },
      { scaledY: -30 },
      { scaledX: 596 },
      { scaledY: 843 },
      { scaledX: 9_999, scaledY: 9_999 },
    ]
    for (const place of beyond) {
      const boxes = [boxOf({ id: 'sound' }), boxOf({ id: 'far', page: 1, ...place })]
      const { http, json } = await compose(room.operator, 'updateUpload', {
        templateId: draft.templateId,
        boxes,
      })
      expect({ http, code: json.code }).toEqual({ http: 400, code: 'BOX_BEYOND_PAGE' })
      expect(json.payload).toBe('2쪽의 입력란(far)이 페이지 밖에 있습니다.')
    }
    expect(given<Template>(await getTemplate(room.operator, draft.templateId)).boxes).toEqual(kept)
  })

  it('is returned with the author’s one-line label of a text box, and without one where there is none', async () => {
    const labels = async () =>
      given<Template>(await getTemplate(room.operator, draft.templateId)).boxes.map(
        ({ label }) => label,
      )
    const text = (id: string, label?: string) =>
      boxOf({ id, typeName: 'TEXT', ...(label === undefined ? {} : { label }) })
    const longest = '가'.repeat(40)
    const kept = await placed([
      text('1', '  직책 '),
      text('2'),
      text('3', ''),
      boxOf({ id: '4' }),
      text('5', longest),
    ])
    expect(kept.map(({ label }) => label)).toEqual([
      '직책',
      undefined,
      undefined,
      undefined,
      longest,
    ])
    given(
      await compose(room.operator, 'updateUpload', {
        templateId: draft.templateId,
        notice: '확인',
      }),
    )
    expect(await labels()).toEqual(['직책', undefined, undefined, undefined, longest])
    for (const refused of [
      text('6', `${longest}나`),
      text('6', '직\n책'),
      boxOf({ id: '6', label: '직책' }),
    ])
      expect(
        (
          await compose(room.operator, 'updateUpload', {
            templateId: draft.templateId,
            boxes: [refused],
          })
        ).http,
      ).toBe(400)
    expect(await labels()).toEqual(['직책', undefined, undefined, undefined, longest])
    expect((await placed([text('1'), text('2', '소속')])).map(({ label }) => label)).toEqual([
      undefined,
      '소속',
    ])
    expect(given<Template>(await getTemplate(room.operator, draft.templateId)).notice).toBe('확인')

    const copied = given<Template>(
      await compose(room.operator, 'copy', { templateId: draft.templateId }),
    )
    expect(copied.boxes.map(({ id, label }) => [id, label])).toEqual([
      ['1', undefined],
      ['2', '소속'],
    ])
    const { rows } = await app.database.pool.query(
      `select t::text || coalesce(b::text, '') as row, t.sealed from templates t left join template_boxes b on b.template_id = t.id where t.id = $1`,
      [draft.templateId],
    )
    expect(rows.length).toBe(2)
    for (const { row, sealed } of rows) {
      expect(row).not.toContain('소속')
      expect(sealed.includes('소속')).toBe(false)
    }
  })

  it('is called nothing in a document from before boxes had names', async () => {
    const before = await draftOf(room, { boxes: [boxOf({ typeName: 'TEXT' })] })
    const { rows } = await app.database.pool.query(
      'select id, room_id from templates where id = $1',
      [before.templateId],
    )
    const keyring = createRoomKeyring(
      await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
    )
    const old = Buffer.from(JSON.stringify({ notice: '그대로', annotations: [] }))
    await app.database.transaction(async (tx) => {
      const sealed = await keyring.content.encrypt(
        tx,
        rows[0].room_id,
        `template:${before.templateId}`,
        old,
      )
      await tx
        .withTables<EsignTables>()
        .updateTable('templates')
        .set({ sealed })
        .where('id', '=', before.templateId)
        .execute()
    })
    const shown = given<Template>(await getTemplate(room.operator, before.templateId))
    expect(shown).toMatchObject({ notice: '그대로', boxes: [{ id: 'box', typeName: 'TEXT' }] })
    expect(shown.boxes[0]).not.toHaveProperty('label')
  })

  it('takes 2,000 of them, and not one more', async () => {
    const boxes = Array.from({ length: 2_000 }, (_, index) =>
      boxOf({ id: index, page: index % PAGES.length }),
    )
    expect(await placed(boxes)).toHaveLength(2_000)
    const more = { templateId: draft.templateId, boxes: [...boxes, boxOf({ id: 'more' })] }
    expect((await compose(room.operator, 'updateUpload', more)).http).toBe(400)
  })
})
