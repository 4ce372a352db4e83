import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Template } from '../../../contract/features/composed.ts'
import { boxOf, compose, draftOf, getTemplate, given, uploadStamp } from '../../test/composing.ts'
import { stampPng } from '../../test/stamp-png.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/test-app.ts'

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
      { id: '1732300000123.5', typeName: 'SIGN', page: 0, ...near(100, 200, 120, 120), participant: person?.id, required: true },
      { id: 'own', typeName: 'TEXT', page: 0, ...near(0.1, 801.9, 200, 40), participant: null, required: false },
    ])
    expect(given<Template>(await getTemplate(room.operator, draft.templateId))).toEqual(draft)
  })

  it('changes as a whole, and stays as it is where a change is refused', async () => {
    const draft = await draftOf(room, { people: [HONG], boxes: [boxOf()] })
    const { templateId } = draft
    const { id: image } = given<{ id: number }>(await uploadStamp(room.operator, await stampPng()))
    const annotations = [
      { id: 'a', kind: 'TEXT', page: 0, scaledX: 1, scaledY: 2, scaledW: 3, scaledH: 4, text: '가나다', size: 10, color: '#000000' },
      { id: 'b', kind: 'IMAGE', page: 0, scaledX: 1, scaledY: 2, scaledW: 3, scaledH: 4, image },
    ]
    const changes = { name: '새 이름', notice: '한 줄\n두 줄', signValid: 3, waterMark: true, annotations, revision: draft.revision }
    const changed = given<Template>(await compose(room.operator, 'updateUpload', { templateId, ...changes }))
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
        { annotations: [{ id: 'c', kind: 'INK', page: 0, paths: [[0, 1e300]], thickness: 1, opacity: 1, color: '#000000' }] },
        400,
        'BAD_REQUEST',
      ],
      [{ name: ' ' }, 400, 'NAME_UNUSABLE'],
      [{ name: 'a/b' }, 400, 'NAME_UNUSABLE'],
      [{ status: 'SENT' }, 400, 'BAD_REQUEST'],
    ]
    for (const [fields, http, code] of refused) {
      const answer = await compose(room.operator, 'updateUpload', { templateId, notice: 'lost', ...fields })
      expect({ fields, http: answer.http, code: answer.json.code }).toEqual({ fields, http, code })
    }
    expect(given<Template>(await getTemplate(room.operator, templateId))).toEqual(changed)
  })
})

const near = (x: number, y: number, w: number, h: number) => ({
  scaledX: expect.closeTo(x, 6),
  scaledY: expect.closeTo(y, 6),
  scaledW: expect.closeTo(w, 6),
  scaledH: expect.closeTo(h, 6),
})
