import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import {
  CLOSING,
  fieldParts,
  jsonFields,
  MULTIPART,
  type MultipartPart,
  postParts,
  UPLOAD,
} from '../../../test/harness/multipart.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'

const PDF = makePdf(1)
const NO_PDF = new TextEncoder().encode('<html>no pdf</html>')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const pdf = (filename: string, content: Uint8Array = PDF): MultipartPart => ({
  name: 'file',
  filename,
  content,
})

describe('an upload that is refused leaves nothing', () => {
  let room: TestRoom
  let other: TestRoom
  let fileId: number
  let deletedId: number
  let foreignId: number
  beforeAll(async () => {
    room = await app.room()
    other = await app.room()
    await room.operator.upload([['file.pdf', PDF]])
    fileId = (await room.operator.items())[0]!.id
    deletedId = ((await room.operator.makeFolder('weg')).json.payload as { id: number }).id
    await app.database.pool.query('update items set deleted_at = now() where id = $1', [deletedId])
    foreignId = ((await other.operator.makeFolder('fremd')).json.payload as { id: number }).id
  })

  const withFields =
    (change: (own: WireClient) => Readonly<Record<string, unknown>>) => (own: WireClient) => [
      pdf('x.pdf'),
      ...fieldParts(own, change(own)),
    ]
  const cases: readonly [string, number, (own: WireClient) => MultipartPart[]][] = [
    ['a parent of another room', 404, withFields(() => ({ parent: foreignId }))],
    ['a parent that is a file', 404, withFields(() => ({ parent: fileId }))],
    ['a parent that was deleted', 404, withFields(() => ({ parent: deletedId }))],
    ['a parent that never was', 404, withFields(() => ({ parent: 999_999_999 }))],
    ['another room', 404, withFields(() => ({ roomId: other.roomId }))],
    ['another member', 404, withFields(() => ({ id: other.operator.me.id }))],
    [
      'the user instead of the member',
      404,
      withFields((own) => ({ id: own.me.userId + 1_000_000 })),
    ],
    ['a forged type', 400, withFields(() => ({ typeId: 6 }))],
    ['the type of an empty root', 400, withFields(() => ({ typeId: 8 }))],
    ['a parent that is text', 400, withFields(() => ({ parent: 'a' }))],
    ['a parent below nothing', 400, withFields(() => ({ parent: -1 }))],
    ['a broken parent', 400, withFields(() => ({ parent: '1.5' }))],
    ['a parent with a leading zero', 400, withFields(() => ({ parent: '00' }))],
    ['an id beyond numbers', 400, withFields(() => ({ parent: '99999999999999999' }))],
    ['an unknown field', 400, withFields(() => ({ surprise: 1 }))],
    ['a text in the file field', 400, withFields(() => ({ file: 'text' }))],
    ['a missing field', 400, (own) => [pdf('x.pdf'), ...fieldParts(own).slice(1)]],
    [
      'a doubled field',
      400,
      (own) => [pdf('x.pdf'), ...fieldParts(own), { name: 'parent', content: '0' }],
    ],
    [
      'a field that stands in data, too',
      400,
      (own) => [
        pdf('x.pdf'),
        { name: 'data', content: jsonFields(own) },
        { name: 'parent', content: '0' },
      ],
    ],
    [
      'data twice',
      400,
      (own) => [
        { name: 'data', content: jsonFields(own) },
        { name: 'data', content: jsonFields(own) },
        pdf('x.pdf'),
      ],
    ],
    ['data that is no JSON', 400, () => [pdf('x.pdf'), { name: 'data', content: '{' }]],
    [
      'data that is a list',
      400,
      (own) => [pdf('x.pdf'), { name: 'data', content: `[${jsonFields(own)}]` }],
    ],
    [
      'data with numbers as text',
      400,
      (own) => [pdf('x.pdf'), { name: 'data', content: jsonFields(own, { parent: '0' }) }],
    ],
    [
      'data with a prototype',
      400,
      (own) => [
        pdf('x.pdf'),
        { name: 'data', content: jsonFields(own).replace('{', '{"__proto__":{"typeId":4},') },
      ],
    ],
    [
      'data of 100 kB',
      400,
      (own) => [
        pdf('x.pdf'),
        { name: 'data', content: jsonFields(own, { folderName: 'x'.repeat(100_000) }) },
      ],
    ],
    [
      'data of 100 kB as a file',
      413,
      (own) => [
        pdf('x.pdf'),
        {
          name: 'data',
          filename: 'blob',
          content: jsonFields(own, { folderName: 'x'.repeat(100_000) }),
        },
      ],
    ],
    ['a prototype field', 400, withFields(() => ({ constructor: '1' }))],
    [
      'a field named __proto__',
      400,
      (own) => [pdf('x.pdf'), ...fieldParts(own), { name: '__proto__', content: '1' }],
    ],
    [
      'an empty field name',
      400,
      (own) => [pdf('x.pdf'), ...fieldParts(own), { name: '', content: '1' }],
    ],
    [
      'a file in a field of another name',
      400,
      (own) => [
        pdf('x.pdf'),
        ...fieldParts(own),
        { name: 'files', filename: 'y.pdf', content: PDF },
      ],
    ],
    ['no file at all', 400, (own) => fieldParts(own)],
    [
      'an empty placeholder alone',
      400,
      (own) => [...fieldParts(own), { name: 'file', filename: '', content: '' }],
    ],
    [
      '10,000 fields',
      400,
      (own) => [
        pdf('x.pdf'),
        ...fieldParts(own),
        ...Array.from({ length: 10_000 }, (_, i) => ({ name: `f${i}`, content: '1' })),
      ],
    ],
    [
      '10,000 files',
      400,
      (own) => [
        ...fieldParts(own),
        ...Array.from({ length: 10_000 }, (_, i) => pdf(`${i}.exe`, NO_PDF)),
      ],
    ],
    [
      '10,000 placeholders',
      400,
      (own) => [
        ...fieldParts(own),
        pdf('x.pdf'),
        ...Array.from({ length: 10_000 }, () => ({ name: 'file', filename: '', content: '' })),
      ],
    ],
    [
      'files that are all bad',
      415,
      (own) => [pdf('a.exe'), pdf('b.pdf', NO_PDF), ...fieldParts(own)],
    ],
  ]
  it.each(cases)('%s', async (_, http, parts) => {
    const answer = await expectNothingChanged(app, room.roomId, () =>
      postParts(room.operator, parts(room.operator)),
    )
    expect(answer).toMatchObject({ http, json: { status: 'EXCEPTION' } })
    expect(answer.text).not.toMatch(/\.ts|select|FST_/)
  })

  it.each([
    ['no boundary', 'multipart/form-data', CLOSING],
    ['an empty boundary', 'multipart/form-data; boundary=', CLOSING],
    ['another boundary', 'multipart/form-data; boundary=other', CLOSING],
    ['no end', MULTIPART, ''],
    ['half an end', MULTIPART, CLOSING.slice(0, 12)],
  ])('%s', async (_, type, closing) => {
    const parts = [...fieldParts(room.operator), pdf('x.pdf')]
    const answer = await expectNothingChanged(app, room.roomId, () =>
      postParts(room.operator, parts, { type, closing }),
    )
    expect(answer).toMatchObject({ http: 400, json: { code: 'BAD_REQUEST' } })
  })

  it.each([
    ['JSON', 400, { 'content-type': 'application/json' }, '{}'],
    ['text', 415, { 'content-type': 'text/plain' }, '{}'],
    ['another multipart', 415, { 'content-type': 'multipart/mixed; boundary=x' }, '--x--'],
  ])('%s instead of a form', async (_, http, headers: Record<string, string>, body) => {
    const response = await expectNothingChanged(app, room.roomId, () =>
      fetch(`${app.base}/api${UPLOAD}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${room.operator.me.jwt}`, ...headers },
        body,
      }),
    )
    expect(response.status).toBe(http)
  })

  it('a header of a part of a megabyte', async () => {
    const answer = await expectNothingChanged(app, room.roomId, () =>
      postParts(room.operator, [pdf(`${'x'.repeat(1_000_000)}.pdf`), ...fieldParts(room.operator)]),
    )
    expect([400, 415]).toContain(answer.http)
  })

  it('a caller who may not upload, before the body is read', async () => {
    const { client } = await app.participant(room)
    const stranger = app.stranger()
    const notElevated = app.stranger()
    await notElevated.join(room.pin)
    await notElevated.agree()
    for (const [who, code] of [
      [client, 'NOT_OPERATOR'],
      [notElevated, 'NOT_RAISED'],
    ] as const) {
      const answer = await expectNothingChanged(app, room.roomId, () =>
        postParts(who, [pdf('x.pdf'), ...fieldParts(who)]),
      )
      expect(answer).toMatchObject({ http: 403, json: { code } })
    }
    const form = new FormData()
    form.set('file', new Blob([PDF]), 'x.pdf')
    expect(
      await expectNothingChanged(app, room.roomId, () => stranger.call('POST', UPLOAD, { form })),
    ).toMatchObject({ http: 401 })
  })
})

describe('files that are checked while the next ones come in', () => {
  it('are answered in the order of the request, the good ones and the bad ones', async () => {
    const room = await app.room()
    const parts = Array.from({ length: 25 }, (_, index) =>
      pdf(`${index}.pdf`, index % 3 === 0 ? NO_PDF : PDF),
    )
    const { http, json } = await postParts(room.operator, [...parts, ...fieldParts(room.operator)])
    const named = (list: unknown) => (list as { name: string }[]).map(({ name }) => name)
    const numbers = parts.map((_, index) => index)
    expect(http).toBe(200)
    expect(named(json.payload)).toEqual(
      numbers.filter((index) => index % 3 !== 0).map((index) => `${index}.pdf`),
    )
    expect(named(json.rejected)).toEqual(
      numbers.filter((index) => index % 3 === 0).map((index) => `${index}.pdf`),
    )
    expect(await holdings(app, room.roomId)).toMatchObject({
      items: 16,
      files: 16,
      used: 16 * PDF.length,
      temp: 0,
    })
  })

  it('leave their space to the others where they are bad', async () => {
    const room = await app.room({ storageLimit: PDF.length })
    const bad = new Uint8Array(PDF.length).fill(0x20)
    const send = (...parts: MultipartPart[]) =>
      postParts(room.operator, [...parts, ...fieldParts(room.operator)])
    await expectNothingChanged(app, room.roomId, async () =>
      expect((await send(pdf('a.pdf'), pdf('b.pdf'))).http).toBe(507),
    )
    expect(
      await send(pdf('bad.pdf', bad), pdf('a.pdf'), pdf('worse.pdf', bad.subarray(1, 1))),
    ).toMatchObject({
      http: 200,
      json: { payload: [{ name: 'a.pdf' }], rejected: [{ code: 'CONTENT' }, { code: 'EMPTY' }] },
    })
    expect(await holdings(app, room.roomId)).toMatchObject({ files: 1, used: PDF.length, temp: 0 })
  })

  it('leave nothing where the disk fails', async () => {
    const room = await app.room()
    const blobs = path.join(app.dataDir, 'blobs')
    const parts = Array.from({ length: 12 }, (_, index) => pdf(`${index}.pdf`))
    await expectNothingChanged(app, room.roomId, async () => {
      await fs.rename(blobs, `${blobs}.away`)
      const { http } = await postParts(room.operator, [
        ...parts,
        ...fieldParts(room.operator),
      ]).finally(() => fs.rename(`${blobs}.away`, blobs))
      expect(http).toBe(500)
    })
  })
})
