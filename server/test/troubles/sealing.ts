import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../workers/pdf/pdf-document.ts'
import { PdfError } from '../../workers/seal/index.ts'
import { lackingPdfTools } from '../needs.ts'
import { pdfOf, textPage } from '../pdf-file.ts'
import { told } from '../pdf-tools.ts'
import { blackSquare, darkEdges, type SealedCopy, type Sealer, square, startSealer } from '../sealer.ts'
import type { Kinds } from './choose.ts'
import type { Trouble } from './trouble.ts'

const A4 = { width: 595, height: 842 }

/** What becomes of troubles that are sealed: in `npm test` of a few, in the slow tests of all. */
export function describeSealing(kinds: Kinds, tryNext: 'at the end' | 'after each kind'): void {
  let sealer: Sealer
  beforeAll(async () => {
    sealer = await startSealer()
  })
  afterAll(() => sealer.close())

  /** What becomes of it: a sealed document, or a failure with a code; anything else is a fault of ours. */
  async function sealed(pdf: Buffer): Promise<SealedCopy | string> {
    try {
      return await sealer.seal(pdf, { pages: [A4], images: [blackSquare()], drawings: [square(0, 10, 10, 12)] }, true)
    } catch (error) {
      if (error instanceof PdfError) return error.code
      throw error
    }
  }

  async function expectNext(): Promise<void> {
    expect(await sealed(pdfOf([textPage('next')]))).toMatchObject({ pageCount: 1 })
  }

  describe.each(kinds)('%s', (_, troubles) => {
    it.each(troubles.map((trouble): [string, Trouble] => [trouble.name, trouble]))('%s', { timeout: 240_000 }, async (_name, trouble) => {
      const pdf = await trouble.pdf()
      const outcome = await sealed(pdf)
      if (typeof outcome === 'string') {
        expect(['NOT_UNDERSTOOD', 'TOO_LARGE', 'TIMEOUT', 'CRASHED']).toContain(outcome)
        // Whatever gets the mark of its reader can be sealed, unless PDFium had to write it anew for that: people sign what they gave.
        if (trouble.copy === 'stamped') await expect(readPdf(pdf)).rejects.toMatchObject({ code: 'NOT_UNDERSTOOD' })
        return
      }
      if (trouble.opens !== 'READY' || trouble.page !== undefined) return
      const { pages } = await sealer.pool.inspect(outcome.source)
      expect(pages).toHaveLength(outcome.pageCount)
      expect(darkEdges(await sealer.look(outcome.source, 1, 600))).toBeDefined()
      if (lackingPdfTools.length === 0) expect((await told('pdfsig', [outcome.file])).text).toContain('Signature is Valid')
    })

    if (tryNext === 'after each kind') it('and the next document is sealed as if nothing had been', expectNext)
  })

  if (tryNext === 'at the end') it('after all of them the next document is sealed as if nothing had been', expectNext)
}
