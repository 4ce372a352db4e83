import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { fieldParts, jsonFields, postParts } from '../../../test/harness/multipart.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { names, PDF, pdf } from '../../../test/scenarios/documents/uploading.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a folder', () => {
  it('is made with the default name, with a number where it is taken, and under another [folder-default]', async () => {
    const { operator, roomId } = await app.room()
    const fields = () => fieldParts(operator, { typeId: 5 })
    expect((await postParts(operator, fields())).json.payload).toMatchObject({ name: '새 폴더' })
    expect(
      (await postParts(operator, [...fields(), { name: 'file', content: 'null' }])).json.payload,
    ).toMatchObject({
      name: '새 폴더 (2)',
    })
    expect(
      (
        await postParts(operator, [
          {
            name: 'data',
            content: jsonFields(operator, { typeId: 5, file: null, folderName: '2024' }),
          },
        ])
      ).json.payload,
    ).toMatchObject({
      name: '2024',
    })
    const placeholder = { name: 'file', filename: 'blob', content: '' }
    expect(
      (
        await postParts(operator, [
          ...fieldParts(operator, { typeId: 5, folderName: '2025' }),
          placeholder,
        ])
      ).json.payload,
    ).toMatchObject({
      name: '2025',
    })
    const [first] = await operator.items()
    expect((await operator.makeFolder(' 안\u0007쪽 ', first!.id)).json.payload).toMatchObject({
      name: '안쪽',
    })
    expect(await holdings(app, roomId)).toMatchObject({ items: 5, files: 0, used: 0, entries: 5 })
  })

  it.each(['', ' ', '.', '..', 'a/b', 'x'.repeat(256), 'a\u202Eb', '\u0000'])(
    'is not made with the name %j',
    async (folderName) => {
      const room = await app.room()
      const answer = await expectNothingChanged(app, room.roomId, () =>
        postParts(room.operator, fieldParts(room.operator, { typeId: 5, folderName })),
      )
      expect(answer).toMatchObject({
        http: 400,
        json: { status: 'EXCEPTION', code: 'NAME_UNUSABLE' },
      })
    },
  )

  it('is not made where a file comes with it, good or bad', async () => {
    const room = await app.room()
    for (const file of [pdf('a.pdf'), pdf('a.exe')]) {
      const answer = await expectNothingChanged(app, room.roomId, () =>
        postParts(room.operator, [...fieldParts(room.operator, { typeId: 5 }), file]),
      )
      expect(answer).toMatchObject({ http: 400, json: { code: 'BAD_REQUEST' } })
    }
  })

  it('can stand 60 deep, and no deeper', async () => {
    const room = await app.room()
    const { operator } = room
    const path60 = Array.from({ length: 60 }, (_, index) => `${index + 1}`)
    expect((await operator.upload([[`${path60.join('/')}/a.pdf`, PDF]])).json).toMatchObject({
      status: 'OK',
      rejected: [],
    })
    let parent = 0
    for (const name of path60)
      parent = (await operator.items(parent)).find((item) => item.name === name)!.id
    expect(await names(operator, parent)).toEqual(['a.pdf'])
    expect((await operator.upload([['b.pdf', PDF]], parent)).http).toBe(200)
    expect(
      await expectNothingChanged(app, room.roomId, () => operator.makeFolder('61', parent)),
    ).toMatchObject({
      http: 400,
      json: { code: 'FOLDER_DEPTH' },
    })
    const mixed = await operator.upload(
      [
        ['c.pdf', PDF],
        ['61/d.pdf', PDF],
      ],
      parent,
    )
    expect(mixed).toMatchObject({
      http: 200,
      json: { payload: [{ name: 'c.pdf' }], rejected: [{ name: '61/d.pdf', code: 'DEPTH' }] },
    })
    expect(await names(operator, parent)).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
    expect(
      await expectNothingChanged(app, room.roomId, () =>
        operator.upload([['61/d.pdf', PDF]], parent),
      ),
    ).toMatchObject({
      http: 415,
      json: { rejected: [{ name: '61/d.pdf', code: 'DEPTH' }] },
    })
    expect(
      await expectNothingChanged(app, room.roomId, () =>
        operator.upload([[`${path60.join('/')}/61/e.pdf`, PDF]]),
      ),
    ).toMatchObject({
      http: 415,
      json: { rejected: [{ code: 'DEPTH' }] },
    })
  })
})
