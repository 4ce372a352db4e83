import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import type { CheckFinding } from '../../../../contract/features/publishing.ts'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { makeWorkbook } from '../../../test/fixtures/make-workbook.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import {
  publish,
  putStaged,
  roomWithReader,
  stagingOfRoom,
  unpublish,
  uploadStaged,
} from '../../../test/scenarios/publishing.ts'
import { findOfficeTraits } from './traits/office-traits.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface FindingRecord {
  readonly finding: CheckFinding
  readonly path: string
  readonly other?: { readonly path: string }
}

async function check({ operator, roomId }: TestRoom, ids: readonly number[], cursor?: string) {
  const { json, http } = await operator.call('POST', '/room/api/file/check', {
    body: { roomId, ids, ...(cursor === undefined ? {} : { cursor }) },
  })
  return { http, json, findings: json.payload as FindingRecord[] }
}

const said = (findings: readonly FindingRecord[]): string[] =>
  findings
    .map(({ finding, path, other }) => [finding, path, ...(other ? [other.path] : [])].join(' '))
    .sort()

describe('the check before publishing', () => {
  it('names duplicates, empty folders and names that are nearly the same, each with its place and the other one', async () => {
    const { room, operator } = await roomWithReader(app)
    await operator.put('공개된 것.pdf', PDF)
    await stagingOfRoom(room, true)
    await operator.upload([
      ['재무/사본.pdf', PDF],
      ['재무/2026년 보고.pdf', makePdf(2)],
      ['재무/2026년_보고 .pdf', makePdf(3)],
    ])
    const finance = (await operator.items()).find(({ name }) => name === '재무')?.id ?? 0
    await operator.makeFolders(['빈 폴더/그 안'], finance)
    const { findings, json } = await check(room, [finance])
    const said_ = said(findings).filter((text) => !text.startsWith('PREVIEW_PENDING'))
    expect(said_).toEqual([
      'DUPLICATE 재무/사본.pdf 공개된 것.pdf',
      'EMPTY_FOLDER 재무/빈 폴더',
      'EMPTY_FOLDER 재무/빈 폴더/그 안',
      'SIMILAR_NAME 재무/2026년 보고.pdf 재무/2026년_보고 .pdf',
      'SIMILAR_NAME 재무/2026년_보고 .pdf 재무/2026년 보고.pdf',
    ])
    expect(json).toMatchObject({ checked: 6, total: 6 })
    expect(json.nextCursor).toBeUndefined()
  })

  it('looks at a version that waits, and at nothing that readers have already', async () => {
    const { room, operator } = await roomWithReader(app)
    const id = await operator.put('계약.docx', await makeDocx('하나'))
    expect((await check(room, [id])).json).toMatchObject({ payload: [], checked: 0, total: 0 })
    const changed = await packed({
      ...PARTS,
      'word/document.xml': '<w:document><w:ins w:id="1"><w:r/></w:ins></w:document>',
    })
    await uploadStaged(operator, '계약.docx', changed, { conflict: 'replace' })
    expect(said((await check(room, [id])).findings)).toContain('TRACKED_CHANGES 계약.docx')
    await publish(room, [id])
    expect((await check(room, [id])).json).toMatchObject({ payload: [], checked: 0 })
  })

  it('goes on behind a cursor, and says how much there is', async () => {
    const { room, operator } = await roomWithReader(app)
    const folder = await operator.newFolder('많음')
    await operator.makeFolders(
      Array.from({ length: 60 }, (_, index) => `${index}`),
      folder,
    )
    await unpublish(room, [folder])
    const first = await check(room, [folder])
    expect(first.json).toMatchObject({ checked: 50, total: 61 })
    const rest = await check(room, [folder], first.json.nextCursor)
    expect(rest.json).toMatchObject({ checked: 11 })
    expect(rest.json).not.toHaveProperty('total')
    expect(new Set([...first.findings, ...rest.findings].map(({ path }) => path)).size).toBe(61)
  })

  it('of an item of another room, or one that is gone, is refused', async () => {
    const { room } = await roomWithReader(app)
    const other = await putStaged((await app.room()).operator, '남의 것.pdf', PDF)
    expect((await check(room, [other])).http).toBe(404)
    expect((await check(room, [])).http).toBe(400)
  })
})

const PARTS = {
  '[Content_Types].xml': '<Types/>',
  'word/document.xml': '<w:document><w:p><w:r><w:t>ins del comment</w:t></w:r></w:p></w:document>',
}

async function packed(parts: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

const sourceOf = (bytes: Uint8Array) => {
  const content = Buffer.from(bytes)
  return {
    size: content.length,
    read: async (offset: number, length: number) => content.subarray(offset, offset + length),
  }
}

const traitsOf = async (bytes: Uint8Array): Promise<string[]> =>
  [...(await findOfficeTraits(sourceOf(bytes)))].sort()

describe('what Office documents hold besides their pages', () => {
  it.each([
    ['nothing of the kind', PARTS, []],
    [
      'an insertion',
      { 'word/document.xml': '<w:document><w:p><w:ins w:id="1"/></w:p></w:document>' },
      ['TRACKED_CHANGES'],
    ],
    [
      'a deletion in a footer',
      { 'word/footer2.xml': '<w:ftr><w:del w:id="1"><w:r/></w:del></w:ftr>' },
      ['TRACKED_CHANGES'],
    ],
    [
      'another prefix',
      { 'word/document.xml': '<x:document><x:moveTo x:id="1"/></x:document>' },
      ['TRACKED_CHANGES'],
    ],
    [
      'words like it',
      { 'word/document.xml': '<w:document><w:insideH/><w:delText>w:ins</w:delText></w:document>' },
      [],
    ],
    [
      'comments',
      { 'word/comments.xml': '<w:comments><w:comment w:id="0"/></w:comments>' },
      ['COMMENTS'],
    ],
    ['no comments any more', { 'word/comments.xml': '<w:comments/>' }, []],
    ['comments of cells', { 'xl/threadedComments/threadedComment1.xml': '<a/>' }, ['COMMENTS']],
    [
      'a very hidden sheet',
      { 'xl/workbook.xml': '<sheets><sheet name="a" sheetId="1" state="veryHidden"/></sheets>' },
      ['HIDDEN_PARTS'],
    ],
    [
      'visible sheets',
      { 'xl/workbook.xml': '<sheets><sheet name="hidden" sheetId="1" state="visible"/></sheets>' },
      [],
    ],
    [
      'a hidden slide',
      { 'ppt/slides/slide7.xml': '<p:sld xmlns:p="a" show="0"><p:cSld/></p:sld>' },
      ['HIDDEN_PARTS'],
    ],
    [
      'an author',
      {
        'docProps/core.xml':
          '<cp:coreProperties><dc:creator>김회계</dc:creator></cp:coreProperties>',
      },
      ['METADATA'],
    ],
    [
      'no author',
      { 'docProps/core.xml': '<cp:coreProperties><dc:creator></dc:creator></cp:coreProperties>' },
      [],
    ],
    [
      'a memo',
      {
        'Contents/section0.xml':
          '<hp:p><hp:ctrl><hp:fieldBegin id="1" type="MEMO" name=""/></hp:ctrl></hp:p>',
      },
      ['COMMENTS'],
    ],
    [
      'another field',
      {
        'Contents/section0.xml':
          '<hp:p><hp:fieldBegin id="1" type="HYPERLINK" name="MEMO"/></hp:p>',
      },
      [],
    ],
    [
      'a deletion',
      { 'Contents/section0.xml': '<hp:p><hp:deleteBegin Id="1" TcId="1"/></hp:p>' },
      ['TRACKED_CHANGES'],
    ],
    [
      'a list of changes',
      {
        'Contents/header.xml':
          '<hh:trackChanges itemCnt="1"><hh:trackChange type="Insert"/></hh:trackChanges>',
      },
      ['TRACKED_CHANGES'],
    ],
    [
      'an author',
      { 'Contents/content.hpf': '<opf:meta name="creator" content="text">김작성</opf:meta>' },
      ['METADATA'],
    ],
    [
      'no author',
      {
        'Contents/content.hpf':
          '<opf:meta name="creator" content="text"/><opf:meta name="date">2026</opf:meta>',
      },
      [],
    ],
    [
      'a company',
      { 'docProps/app.xml': '<Properties><Company>A사</Company></Properties>' },
      ['METADATA'],
    ],
  ] as const)('%s', async (_, parts, expected) => {
    expect(await traitsOf(await packed({ ...PARTS, ...parts }))).toEqual(expected)
  })

  it('a workbook as programs write it, and files that are no package', async () => {
    expect(
      await traitsOf(await makeWorkbook({ sheets: [{ name: '시트', cells: { A1: 1 } }] })),
    ).toEqual([])
    expect(await traitsOf(PDF)).toEqual(['UNCHECKED'])
    expect(await traitsOf(new Uint8Array(10))).toEqual(['UNCHECKED'])
  })

  it('a part that unpacks to more than it claims is not looked into, and keeps nobody waiting', async () => {
    const bomb = Buffer.from(
      await packed({ 'word/document.xml': `<w:ins ${' '.repeat(40 * 2 ** 20)}>` }),
    )
    const at = bomb.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bomb.writeUInt32LE(100, at + 24)
    expect(await traitsOf(bomb)).toEqual(['UNCHECKED'])
  })
})
