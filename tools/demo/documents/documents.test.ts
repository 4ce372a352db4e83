import { describe, expect, it } from 'vitest'
import { describeDemoDocuments, oneOfEachKind } from '../../test/demo-documents.ts'
import { DOCUMENTS } from './room-index.mjs'

describeDemoDocuments('documents of the demo, one of each kind', oneOfEachKind(DOCUMENTS))

describe('the documents of the demo', () => {
  it('are a tree of a deal: folders up to four deep, names longer than a column, no path twice', () => {
    const paths = DOCUMENTS.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(Math.max(...paths.map((path) => path.split('/').length - 1))).toBe(4)
    expect(paths.filter((path) => path.split('/').at(-1)!.length > 90)).toHaveLength(2)
  })

  it('have from 1 to 200 pages', () => {
    const pages = DOCUMENTS.filter(({ path }) => path.endsWith('.pdf')).map((pdf) => pdf.pages ?? 0)
    expect([Math.min(...pages), Math.max(...pages)]).toEqual([1, 200])
  })
})
