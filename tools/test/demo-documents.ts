import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../server/test/harness/test-app.ts'
import { makeDocument } from '../demo/documents/documents.mjs'
import type { DemoDocument } from '../demo/documents/room-index.mjs'

const isPdf = ({ path }: DemoDocument): boolean => path.endsWith('.pdf')
const extensionOf = ({ path }: DemoDocument): string => path.slice(path.lastIndexOf('.') + 1)

function oneOfEachKind(documents: readonly DemoDocument[]): readonly DemoDocument[] {
  const chosen = new Map<string, DemoDocument>()
  for (const document of documents) {
    const kind = `${document.kind} ${extensionOf(document)}`
    const known = chosen.get(kind)
    if (!known || (document.pages ?? 0) < (known.pages ?? 0)) chosen.set(kind, document)
  }
  return [...chosen.values()]
}

export function describeDemoDocuments(title: string, documents: readonly DemoDocument[]): void {
  describe(title, () => {
    vi.setConfig({ testTimeout: 120_000 })

    let app: TestApp
    let room: TestRoom
    beforeAll(async () => {
      app = await startTestApp()
      room = await app.room()
    })
    afterAll(() => app.close())

    const made = new Map<DemoDocument, ReturnType<typeof makeDocument>>()
    const bytesOf = (document: DemoDocument) => {
      const bytes = made.get(document) ?? makeDocument(document)
      made.set(document, bytes)
      return bytes
    }

    const upload = async (
      chosen: readonly DemoDocument[],
    ): Promise<{ id: number; document: DemoDocument }[]> => {
      const files = await Promise.all(
        chosen.map(async (document) => [document.path, await bytesOf(document)] as const),
      )
      const { json } = await room.operator.upload(files)
      expect(json.rejected).toEqual([])
      const stored = json.payload as { id: number }[]
      expect(stored).toHaveLength(chosen.length)
      return chosen.map((document, index) => ({ id: stored[index]?.id ?? 0, document }))
    }

    it('are PDFs that can be read, with the pages asked for', async () => {
      for (const { id, document } of await upload(documents.filter(isPdf))) {
        const { status, pageCount, name } = await room.operator.openDocument(id)
        expect({ path: document.path, status, pageCount }).toEqual({
          path: document.path,
          status: 'READY',
          pageCount: document.pages,
        })
        await room.operator.call('GET', `/room/api/file/removeTempFile/${name}`)
      }
    })

    it('hold their letters as text in embedded fonts, and one lies on its side', async () => {
      const trialBalances = documents.filter(({ kind }) => kind === 'trialBalance')
      expect(trialBalances).not.toEqual([])
      for (const { id, document } of await upload(trialBalances.slice(0, 1))) {
        const { path } = await room.operator.openDocument(id)
        const { pages } = (await room.operator.call('GET', path)).json.payload as {
          pages: { width: number; height: number }[]
        }
        expect(pages[0]).toMatchObject({ width: expect.any(Number), height: expect.any(Number) })
        for (const { width, height } of pages.slice(0, 1)) expect(width).toBeGreaterThan(height)
        const bytes = Buffer.from(await bytesOf(document)).toString('latin1')
        expect(bytes).toMatch(/\/FontFile2 /)
        expect(bytes).toMatch(/\/ToUnicode /)
        expect(bytes).not.toMatch(/\/Subtype \/Type3/)
      }
    })

    it('are drawings and Office packages that the server takes for what they are', async () => {
      const others = documents.filter((document) => !isPdf(document))
      const statuses = new Map<string, Set<string>>()
      // A converter may be missing.
      const convertible = ['WAITING', 'WORKING', 'READY', 'NO_CONVERTER']
      for (const { id, document } of await upload(others)) {
        const ext = extensionOf(document)
        const { status } = await room.operator.openDocument(id)
        const found =
          ['png', 'jpg'].includes(ext) || !convertible.includes(status) ? status : 'convertible'
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
      for (const document of oneOfEachKind(documents))
        expect(Buffer.from(await makeDocument(document)).equals(await bytesOf(document))).toBe(true)
      const contents = await Promise.all(
        documents.map(async (document) => Buffer.from(await bytesOf(document)).toString('latin1')),
      )
      expect(new Set(contents).size).toBe(documents.length)
      expect(Math.max(...contents.map(({ length }) => length))).toBeLessThan(1_000_000)
    })
  })
}
