import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { STANDARD_STYLE } from '../../paper/watermark/layout.ts'
import { openSealedFile } from '../platform/blob/open-sealed-file.ts'
import { memoryLog } from '../platform/log/memory-log.ts'
import { createRenderPool, type RenderSource } from '../workers/render/index.ts'
import { createStampPool, PdfError } from '../workers/stamp/index.ts'
import { SealedFolder } from './sealed-folder.ts'

const MARK = { text: 'reader@example.com 2026-11-20 15:12 Confidential', style: STANDARD_STYLE }
const never = new AbortController().signal

/** A stamped copy as somebody who downloads it has it. */
export interface StampedCopy {
  readonly bytes: Buffer
  readonly rebuilt: readonly number[]
  /** Of each page how much of the mark is seen, and how much beside it has changed. */
  readonly looks: readonly { readonly shown: number; readonly changed: number }[]
}

/** The stamping processes, and the viewer's engine to look at what they make. */
export interface Stamper {
  /** Stamps a document and has its first pages compared with what they were. @param lookAt how many; 10 unless given. @throws PdfError where a page is refused. */
  stamp(pdf: Buffer, lookAt?: number): Promise<StampedCopy>
  close(): Promise<void>
}

export async function startStamper(): Promise<Stamper> {
  const folder = new SealedFolder()
  const stamps = await createStampPool({ folder: folder.path, deadlineMs: 60_000, log: memoryLog() })
  const pool = await createRenderPool({ size: 2, deadlineMs: 60_000, log: memoryLog() })
  return {
    async stamp(pdf, lookAt = 10) {
      const source = folder.seal('pdf', pdf)
      const file = await stamps.stamp(source, MARK, never)
      if (file.refused.length > 0) {
        await file.discard()
        throw new PdfError('NOT_UNDERSTOOD', `pages ${file.refused.join(', ')}`)
      }
      const copy: RenderSource = { id: randomUUID(), kind: 'pdf', segments: file.segments, context: file.context }
      const [before, after] = [await pool.inspect(source), await pool.inspect(copy)]
      expect(after.pages).toEqual(before.pages)
      const pages = before.pages.slice(0, lookAt).map((_, index) => index + 1)
      const looks = await Promise.all(pages.map((page) => pool.checkMark(source, copy, { page, width: 800, mark: MARK })))
      const opened = await openSealedFile(file)
      const bytes = await buffer(opened.stream())
      await opened.close()
      await file.discard()
      return { bytes, rebuilt: file.rebuilt, looks }
    },
    async close() {
      await Promise.all([stamps.close(), pool.close()])
      folder.remove()
    },
  }
}

/** The mark is seen on each page, and beside it nothing has changed. */
export function expectMarked({ looks }: StampedCopy): void {
  for (const { shown, changed } of looks) {
    expect(shown).toBeGreaterThan(0.95)
    expect(changed).toBeLessThan(0.001)
  }
}
