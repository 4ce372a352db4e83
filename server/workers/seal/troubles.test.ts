import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf, textPage } from '../../test/pdf-file.ts'
import { hasPdfTools, told } from '../../test/pdf-tools.ts'
import { blackSquare, darkEdges, type SealedCopy, type Sealer, square, startSealer } from '../../test/sealer.ts'
import { TROUBLES, type Trouble } from '../../test/troubles/index.ts'
import { PdfError } from './index.ts'

const A4 = { width: 595, height: 842 }
const ALL = process.env['TROUBLES'] === 'all'

let sealer: Sealer
beforeAll(async () => {
  sealer = await startSealer()
})
afterAll(() => sealer.close())

/** `npm run troubles` tries all of them; else of each kind the first of those that come to the same. */
function chosenOf(kind: readonly Trouble[]): readonly Trouble[] {
  if (ALL) return kind
  const outcomes = kind.map(({ opens, page, copy }) => [opens, page, copy].join())
  return kind.filter((_, index) => outcomes.indexOf(outcomes[index] ?? '') === index)
}

/** What becomes of it: a sealed document, or a failure with a code; anything else is a fault of ours. */
async function sealed(pdf: Buffer): Promise<SealedCopy | string> {
  try {
    return await sealer.seal(pdf, { pages: [A4], images: [blackSquare()], drawings: [square(0, 10, 10, 12)] }, true)
  } catch (error) {
    if (error instanceof PdfError) return error.code
    throw error
  }
}

describe.each(Object.entries(TROUBLES))('%s', (_, all) => {
  it.each(chosenOf(all).map((trouble): [string, Trouble] => [trouble.name, trouble]))(
    '%s',
    { timeout: 240_000 },
    async (_name, trouble) => {
      const outcome = await sealed(await trouble.pdf())
      if (typeof outcome === 'string') {
        expect(['NOT_UNDERSTOOD', 'TOO_LARGE', 'TIMEOUT', 'CRASHED']).toContain(outcome)
        // Whatever gets the mark of its reader can be sealed.
        expect(trouble.copy).not.toBe('stamped')
        return
      }
      if (trouble.opens !== 'READY' || trouble.page !== undefined) return
      const { pages } = await sealer.pool.inspect(outcome.source)
      expect(pages).toHaveLength(outcome.pageCount)
      expect(darkEdges(await sealer.look(outcome.source, 1, 600))).toBeDefined()
      if (hasPdfTools) expect((await told('pdfsig', [outcome.file])).text).toContain('Signature is Valid')
    },
  )

  it('and the next document is sealed as if nothing had been', async () => {
    expect(await sealed(pdfOf([textPage('next')]))).toMatchObject({ pageCount: 1 })
  })
})
