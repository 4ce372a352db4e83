import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../server/test/test-app.ts'
import { makeDocument } from './documents.mjs'
import { type DemoDocument, DOCUMENTS } from './room-index.mjs'

// Some hundred pages are written and looked at.
vi.setConfig({ testTimeout: 120_000 })

const isPdf = ({ path }: DemoDocument): boolean => path.endsWith('.pdf')

describe('the documents of the demo', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  /** They take long to make, and are made once for all tests. */
  const made = new Map<DemoDocument, ReturnType<typeof makeDocument>>()
  const bytesOf = (document: DemoDocument) => {
    const bytes = made.get(document) ?? makeDocument(document)
    made.set(document, bytes)
    return bytes
  }

  const upload = async (documents: readonly DemoDocument[]): Promise<{ id: number; document: DemoDocument }[]> => {
    const files = await Promise.all(documents.map(async (document) => [document.path, await bytesOf(document)] as const))
    const { json } = await room.operator.upload(files)
    expect(json.rejected).toEqual([])
    return (json.payload as { id: number }[]).map(({ id }, index) => ({ id, document: documents[index]! }))
  }

  it('are PDFs that can be read, with the pages asked for', async () => {
    const pdfs = DOCUMENTS.filter(isPdf)
    for (const { id, document } of await upload(pdfs)) {
      const { status, pageCount, name } = await room.operator.openDocument(id)
      expect({ path: document.path, status, pageCount }).toEqual({ path: document.path, status: 'READY', pageCount: document.pages })
      await room.operator.call('GET', `/room/api/file/removeTempFile/${name}`)
    }
    const pages = pdfs.map((pdf) => pdf.pages ?? 0)
    expect([Math.min(...pages), Math.max(...pages)]).toEqual([1, 200])
  })

  it('hold their letters as text in embedded fonts, and one lies on its side', async () => {
    const [trialBalance] = await upload(DOCUMENTS.filter(({ kind }) => kind === 'trialBalance'))
    const { path } = await room.operator.openDocument(trialBalance?.id ?? 0)
    const { pages } = (await room.operator.call('GET', path)).json.payload as { pages: { width: number; height: number }[] }
    expect(pages[0]!.width).toBeGreaterThan(pages[0]!.height)
    const bytes = Buffer.from(await bytesOf(trialBalance!.document)).toString('latin1')
    expect(bytes).toMatch(/\/FontFile2 /)
    expect(bytes).toMatch(/\/ToUnicode /)
    expect(bytes).not.toMatch(/\/Subtype \/Type3/)
  })

  it('are drawings and Office packages that the server takes for what they are', async () => {
    const others = DOCUMENTS.filter((document) => !isPdf(document))
    const statuses = new Map<string, Set<string>>()
    // Whether a converter is at hand, and how far it is, does not matter here.
    const convertible = ['WAITING', 'WORKING', 'READY', 'NO_CONVERTER']
    for (const { id, document } of await upload(others)) {
      const ext = document.path.slice(document.path.lastIndexOf('.') + 1)
      const { status } = await room.operator.openDocument(id)
      const found = ['png', 'jpg'].includes(ext) || !convertible.includes(status) ? status : 'convertible'
      statuses.set(ext, (statuses.get(ext) ?? new Set()).add(found))
    }
    expect(Object.fromEntries([...statuses].map(([ext, found]) => [ext, [...found]]))).toEqual({
      png: ['READY'],
      jpg: ['READY'],
      xlsx: ['convertible'],
      docx: ['convertible'],
      pptx: ['convertible'],
    })
  })

  it('are the same bytes at each run, small, and different from each other', async () => {
    const kinds = new Map(DOCUMENTS.map((document) => [document.kind, document]))
    for (const document of kinds.values()) expect(Buffer.from(await makeDocument(document)).equals(await bytesOf(document))).toBe(true)
    const contents = await Promise.all(DOCUMENTS.map(async (document) => Buffer.from(await bytesOf(document)).toString('latin1')))
    expect(new Set(contents).size).toBe(DOCUMENTS.length)
    expect(Math.max(...contents.map(({ length }) => length))).toBeLessThan(1_000_000)
  })

  it('are a tree of a deal: folders up to four deep, names longer than a column, no path twice', () => {
    const paths = DOCUMENTS.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(Math.max(...paths.map((path) => path.split('/').length - 1))).toBe(4)
    expect(paths.filter((path) => path.split('/').at(-1)!.length > 90)).toHaveLength(2)
  })
})
