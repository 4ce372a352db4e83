import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Template } from '../../../contract/features/composed.ts'
import { stampPng } from '../../test/fixtures/stamp-png.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import {
  boxOf,
  compose,
  draftOf,
  getTemplate,
  given,
  uploadStamp,
} from '../../test/scenarios/composing.ts'

const HONG = { name: '홍길동', email: 'Hong@example.com' }

describe('a draft', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  it('has the boxes that were sent, where they were sent, with their ids and their people', async () => {
    const boxes = [
      boxOf({ id: 1732300000123.5, participant: 'hong@EXAMPLE.com' }),
      boxOf({
        id: 'own',
        typeName: 'TEXT',
        scaledX: 0.1,
        scaledY: 801.9,
        scaledW: 200,
        scaledH: 40,
        x: 1,
        y: 2,
        w: 3,
        h: 4,
        required: false,
      }),
    ]
    const draft = await draftOf(room, { people: [HONG], boxes })
    const [person] = draft.participants
    expect(draft.boxes).toEqual([
      {
        id: '1732300000123.5',
        typeName: 'SIGN',
        page: 0,
        ...near(100, 200, 120, 120),
        participant: person?.id,
        required: true,
      },
      {
        id: 'own',
        typeName: 'TEXT',
        page: 0,
        ...near(0.1, 801.9, 200, 40),
        participant: null,
        required: false,
      },
    ])
    expect(given<Template>(await getTemplate(room.operator, draft.templateId))).toEqual(draft)
  })

  it('changes as a whole, and stays as it is where a change is refused', async () => {
    const draft = await draftOf(room, { people: [HONG], boxes: [boxOf()] })
    const { templateId } = draft
    const { id: image } = given<{ id: number }>(await uploadStamp(room.operator, await stampPng()))
    const annotations = [
      {
        id: 'a',
        kind: 'TEXT',
        page: 0,
        scaledX: 1,
        scaledY: 2,
        scaledW: 3,
        scaledH: 4,
        text: '가나다',
        size: 10,
        color: '#000000',
      },
      { id: 'b', kind: 'IMAGE', page: 0, scaledX: 1, scaledY: 2, scaledW: 3, scaledH: 4, image },
    ]
    const changes = {
      name: '새 이름',
      notice: '한 줄\n두 줄',
      signValid: 3,
      waterMark: true,
      annotations,
      revision: draft.revision,
    }
    const changed = given<Template>(
      await compose(room.operator, 'updateUpload', { templateId, ...changes }),
    )
    expect(changed).toEqual({ ...draft, ...changes, revision: draft.revision + 1 })
    const refused: [object, number, string][] = [
      [{ revision: draft.revision }, 409, 'COMPOSE_CHANGED'],
      [{ boxes: [boxOf({ page: 1 })] }, 400, 'BAD_REQUEST'],
      [{ boxes: [boxOf(), boxOf()] }, 400, 'BAD_REQUEST'],
      [{ boxes: [boxOf({ participant: 999_999 })] }, 404, 'NOT_FOUND'],
      [{ boxes: [boxOf({ participant: 'nobody@example.com' })] }, 404, 'NOT_FOUND'],
      [{ boxes: [{ ...boxOf(), extra: 1 }] }, 400, 'BAD_REQUEST'],
      [{ boxes: [boxOf({ scaledW: 0 })] }, 400, 'BAD_REQUEST'],
      [{ annotations: [{ ...annotations[0], page: 1 }] }, 400, 'BAD_REQUEST'],
      [{ annotations: [{ ...annotations[1], image: 999_999 }] }, 404, 'NOT_FOUND'],
      [{ annotations: [{ ...annotations[0], text: '확인 😀' }] }, 422, 'SIGN_LETTERS'],
      [
        {
          annotations: [
            {
              id: 'c',
              kind: 'INK',
              page: 0,
              paths: [[0, 1e300]],
              thickness: 1,
              opacity: 1,
              color: '#000000',
            },
          ],
        },
        400,
        'BAD_REQUEST',
      ],
      [{ name: ' ' }, 400, 'NAME_UNUSABLE'],
      [{ name: 'a/b' }, 400, 'NAME_UNUSABLE'],
      [{ status: 'SENT' }, 400, 'BAD_REQUEST'],
    ]
    for (const [fields, http, code] of refused) {
      const answer = await compose(room.operator, 'updateUpload', {
        templateId,
        notice: 'lost',
        ...fields,
      })
      expect({ fields, http: answer.http, code: answer.json.code }).toEqual({ fields, http, code })
    }
    expect(given<Template>(await getTemplate(room.operator, templateId))).toEqual(changed)
  })

  describe('that is changed on some of its pages', () => {
    const note = (id: string, page: number, text = id) => ({
      ...{
        id,
        kind: 'TEXT',
        page,
        scaledX: 1,
        scaledY: 2,
        scaledW: 3,
        scaledH: 4,
        text,
        size: 10,
        color: '#000000',
      },
    })
    const ids = ({ boxes, annotations }: Template) =>
      [boxes, annotations].map((all) => all.map(({ id, page }) => `${page}${id}`))
    const change = (templateId: number, changes: object) =>
      compose(room.operator, 'updateUpload', { templateId, ...changes })

    it('keeps what stands on the others, with its people and names, and what is above on these', async () => {
      const text = (id: string, page: number) =>
        boxOf({ id, page, typeName: 'TEXT', label: `칸 ${id}`, participant: HONG.email })
      const { templateId } = await draftOf(room, {
        pages: 3,
        people: [HONG],
        boxes: [text('a', 0), text('b', 1), text('c', 2)],
      })
      given(
        await change(templateId, {
          annotations: [note('x', 0), note('y', 1), note('z', 2)],
          notice: '안내',
        }),
      )

      const replaced = given<Template>(
        await change(templateId, {
          pages: [1],
          boxes: [boxOf({ id: 'd', page: 1 })],
          annotations: [],
        }),
      )
      expect(ids(replaced)).toEqual([
        ['0a', '1d', '2c'],
        ['0x', '2z'],
      ])
      expect(replaced.boxes.map(({ label, participant }) => [label, participant !== null])).toEqual(
        [
          ['칸 a', true],
          [undefined, false],
          ['칸 c', true],
        ],
      )
      expect(replaced.notice).toBe('안내')
      const added = {
        pages: [0, 2],
        adds: true,
        boxes: [boxOf({ id: 'e', page: 0 })],
        annotations: [note('w', 2), note('x', 2, '옮김')],
      }
      const after = given<Template>(
        await change(templateId, { ...added, revision: replaced.revision }),
      )
      expect(ids(after)).toEqual([
        ['0a', '0e', '1d', '2c'],
        ['2z', '2w', '2x'],
      ])
      const emptied = given<Template>(await change(templateId, { pages: [0, 1], boxes: [] }))
      expect(ids(emptied)).toEqual([['2c'], ['2z', '2w', '2x']])
      expect(given<Template>(await getTemplate(room.operator, templateId))).toEqual(emptied)
      expect(emptied.revision).toBe(after.revision + 1)
    })

    it('stays as it is where elements are outside these pages, come twice, or are too many', async () => {
      const draft = await draftOf(room, {
        pages: 2,
        boxes: [boxOf({ id: 'a' }), boxOf({ id: 'b', page: 1 })],
      })
      const { templateId } = draft
      const line = Array.from({ length: 9_000 }, () => 123.456789012345)
      const ink = (id: string) => ({
        id,
        kind: 'INK',
        page: 1,
        paths: [line, line],
        thickness: 1,
        opacity: 1,
        color: '#000000',
      })
      const refused: [object, number, string][] = [
        [{ pages: [1], boxes: [boxOf({ id: 'c' })] }, 400, 'BAD_REQUEST'],
        [{ pages: [1], annotations: [note('c', 0)] }, 400, 'BAD_REQUEST'],
        [{ pages: [2], boxes: [] }, 400, 'BAD_REQUEST'],
        [{ pages: [1, 1], boxes: [] }, 400, 'BAD_REQUEST'],
        [{ pages: [-1], boxes: [] }, 400, 'BAD_REQUEST'],
        [{ adds: true, boxes: [] }, 400, 'BAD_REQUEST'],
        [{ pages: [1], annotations: [note('c', 1), note('c', 1)] }, 400, 'BAD_REQUEST'],
        [
          { pages: [1], boxes: [boxOf({ id: 'c', page: 1 }), boxOf({ id: 'c', page: 1 })] },
          400,
          'BAD_REQUEST',
        ],
        [{ pages: [1], boxes: [], revision: draft.revision - 1 }, 409, 'COMPOSE_CHANGED'],
        [{ annotations: [ink('c'), ink('d')] }, 413, 'JSON_VALUES'],
      ]
      for (const [fields, http, code] of refused) {
        const answer = await change(templateId, { notice: 'lost', ...fields })
        expect({ fields, http: answer.http, code: answer.json.code }).toMatchObject({ http, code })
      }
      expect(given<Template>(await getTemplate(room.operator, templateId))).toEqual(draft)
    })
  })
})

const near = (x: number, y: number, w: number, h: number) => ({
  scaledX: expect.closeTo(x, 6),
  scaledY: expect.closeTo(y, 6),
  scaledW: expect.closeTo(w, 6),
  scaledH: expect.closeTo(h, 6),
})
