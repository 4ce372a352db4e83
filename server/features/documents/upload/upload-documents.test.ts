import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { filesBelow, holdings } from '../../../test/harness/holdings.ts'
import { fieldParts, jsonFields, postParts } from '../../../test/harness/multipart.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { names, PDF, pdf } from '../../../test/scenarios/documents/uploading.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('an upload that is fine', () => {
  it('stores many files with their counts, sizes, log entries, and nothing in tmp', async () => {
    const room = await app.room()
    const before = await holdings(app, room.roomId)
    const answer = await room.operator.upload([
      ['하나.pdf', PDF],
      ['둘.pdf', makePdf(2)],
      ['셋.PDF', PDF],
    ])
    expect(answer.json).toMatchObject({
      status: 'OK',
      payload: [
        { name: '하나.pdf', size: PDF.length },
        { name: '둘.pdf', size: makePdf(2).length },
        { name: '셋.PDF', size: PDF.length },
      ],
      rejected: [],
    })
    const used = 2 * PDF.length + makePdf(2).length
    expect(await holdings(app, room.roomId)).toEqual({
      items: 3,
      versions: 3,
      segments: 3,
      entries: 3,
      used,
      files: 3,
      blobs: before.blobs + 3,
      temp: 0,
    })
    expect((await room.operator.items()).find(({ name }) => name === '셋.PDF')).toMatchObject({
      ext: 'pdf',
      mimetype: 'application/pdf',
      type: 4,
    })
  })

  it.each([
    ['before the files', (c: WireClient) => [...fieldParts(c), pdf('a.pdf')]],
    ['behind the files', (c: WireClient) => [pdf('a.pdf'), ...fieldParts(c)]],
    [
      'around the files',
      (c: WireClient) => [...fieldParts(c).slice(0, 2), pdf('a.pdf'), ...fieldParts(c).slice(2)],
    ],
    [
      'as one JSON field',
      (c: WireClient) => [{ name: 'data', content: jsonFields(c) }, pdf('a.pdf')],
    ],
    [
      'as one JSON field that says so',
      (c: WireClient) => [
        pdf('a.pdf'),
        { name: 'data', type: 'application/json', content: jsonFields(c) },
      ],
    ],
    [
      'as one JSON file',
      (c: WireClient) => [
        { name: 'data', filename: 'blob', type: 'application/json', content: jsonFields(c) },
        pdf('a.pdf'),
      ],
    ],
    [
      'with an empty placeholder',
      (c: WireClient) => [
        { name: 'file', filename: '', content: '' },
        pdf('a.pdf'),
        ...fieldParts(c),
      ],
    ],
    [
      'with the file field of the payload',
      (c: WireClient) => [{ name: 'data', content: jsonFields(c, { file: null }) }, pdf('a.pdf')],
    ],
  ])('takes fields %s', async (_, parts) => {
    const { operator } = await app.room()
    expect(await postParts(operator, parts(operator))).toMatchObject({
      http: 200,
      json: { status: 'OK', payload: [{ name: 'a.pdf' }] },
    })
    expect(await names(operator)).toEqual(['a.pdf'])
  })

  it('keeps relative paths, in new folders and in those that are there', async () => {
    const { operator } = await app.room()
    await operator.makeFolder('계약')
    const answer = await operator.upload([
      ['계약/2024/a.pdf', PDF],
      ['계약/2024/b.pdf', PDF],
      ['계약/c.pdf', PDF],
      ['./새것/../d.pdf', PDF],
    ])
    expect(answer.http).toBe(200)
    expect(await names(operator)).toEqual(['계약', '새것'])
    const [contracts, fresh] = await operator.items()
    expect(await names(operator, contracts!.id)).toEqual(['2024', 'c.pdf'])
    const [year] = await operator.items(contracts!.id)
    expect((await operator.items(year!.id)).map((item) => item.path)).toEqual([
      '계약/2024/a.pdf',
      '계약/2024/b.pdf',
    ])
    expect(await names(operator, fresh!.id)).toEqual(['d.pdf'])
  })

  it('refuses a file whose name would be taken for folders without a name, or is only an extension, and makes none of them', async () => {
    const { operator } = await app.room()
    const wrong = ["a';alert(1)//.pdf", 'A//b.pdf', '.pdf', 'B/.pdf']
    const answer = await operator.upload([...wrong, 'c.pdf'].map((name) => [name, PDF]))
    expect(answer.json.rejected?.map(({ code, reason }) => [code, reason])).toEqual(
      wrong.map(() => ['NAME', '파일 이름을 사용할 수 없습니다.']),
    )
    expect(await names(operator)).toEqual(['c.pdf'])
  })

  it('stores decomposed names composed, and finds folders by them', async () => {
    const { operator } = await app.room()
    await operator.makeFolder('한글')
    await operator.upload([
      [`${'한글'.normalize('NFD')}/${'보고서.pdf'.normalize('NFD')}`, PDF],
      ['e\u0000\u0301.pdf', PDF],
    ])
    const items = await operator.items()
    expect(items.map(({ name }) => name)).toEqual(['한글', 'é.pdf'])
    expect(await names(operator, items[0]!.id)).toEqual(['보고서.pdf'])
  })

  it.each([
    [
      ['a.pdf', 'a.pdf', 'a.pdf'],
      ['a.pdf', 'a (2).pdf', 'a (3).pdf'],
    ],
    [
      ['A.PDF', 'a.pdf', 'a (2).pdf'],
      ['A.PDF', 'a (2).pdf', 'a (2) (2).pdf'],
    ],
    [
      ['가.pdf'.normalize('NFD'), '가.pdf'],
      ['가.pdf', '가 (2).pdf'],
    ],
    [
      ['ΑΣ.pdf', 'ΑΣ.pdf', 'ας.pdf'],
      ['ΑΣ.pdf', 'ΑΣ (2).pdf', 'ας (2).pdf'],
    ],
    [
      ['İ.pdf', 'İ.pdf'],
      ['İ.pdf', 'İ (2).pdf'],
    ],
    [
      [`${'긴'.repeat(251)}.pdf`, `${'긴'.repeat(251)}.pdf`],
      [`${'긴'.repeat(251)}.pdf`, `${'긴'.repeat(247)} (2).pdf`],
    ],
    [
      Array.from({ length: 30 }, () => 'a.pdf'),
      ['a.pdf', ...Array.from({ length: 29 }, (_, index) => `a (${index + 2}).pdf`)],
    ],
  ])('numbers names that are taken: %j', async (sent, stored) => {
    const { operator } = await app.room()
    const answer = await operator.upload(sent.map((name) => [name, PDF]))
    expect(answer.http).toBe(200)
    const payload = answer.json.payload as { name: string }[]
    if (!sent[0]!.startsWith('ΑΣ')) expect(payload.map(({ name }) => name)).toEqual(stored)
    expect(new Set(payload.map(({ name }) => name.toLowerCase())).size).toBe(sent.length)
    expect(payload.every(({ name }) => [...name].length <= LIMITS.nameLength)).toBe(true)
  })

  it('numbers names that arrive at the same time', async () => {
    const { operator, roomId } = await app.room()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => operator.upload([['나/다.pdf', PDF]])),
    )
    expect(answers.map(({ http }) => http)).toEqual(Array(6).fill(200))
    const [folder] = await operator.items()
    expect((await names(operator, folder!.id)).sort()).toEqual(
      ['다.pdf', ...[2, 3, 4, 5, 6].map((n) => `다 (${n}).pdf`)].sort(),
    )
    expect(await holdings(app, roomId)).toMatchObject({ items: 7, files: 6, used: 6 * PDF.length })
  })

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\windows\\x.pdf', 'C:\\windows\\x.pdf'],
    ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
    ['con.pdf', 'con.pdf'],
    ['a\u0000b.pdf', 'ab.pdf'],
    ['%00.pdf', '%00.pdf'],
    ["'; drop table items; --.pdf", "'; drop table items; --.pdf"],
    ['{{7*7}} 😀.pdf', '{{7*7}} 😀.pdf'],
  ])('takes the name %j as text', async (sent, stored) => {
    const room = await app.room()
    const form = [pdf(sent), ...fieldParts(room.operator)]
    expect(await postParts(room.operator, form)).toMatchObject({
      http: 200,
      json: { payload: [{ name: stored }] },
    })
    const outside = (await filesBelow(path.dirname(app.dataDir))).filter(
      (file) => file.includes('passwd') || file.endsWith('.pdf'),
    )
    expect(outside).toEqual([])
  })
})
