import fs from 'node:fs'
import { createRequire } from 'node:module'
import { lacksAppearances } from '../pdf/annotations.ts'
import { documentOf, openPdf, type PdfDocument, readPdf } from '../pdf/pdf-document.ts'
import type { ByteSource } from '../render/byte-source.ts'
import type { PdfEngine } from '../render/pdf-engine.ts'
import { RenderError } from '../render/render-error.ts'

let engine: Promise<PdfEngine> | undefined

/**
 * Reads a document as the viewer shows it. Where annotations lack an appearance, or the document is written so badly that only its engine
 * finds what is in it, that engine writes it anew first.
 * @throws PdfError NOT_UNDERSTOOD where it cannot be read either way.
 */
export async function readShown(bytes: Buffer): Promise<PdfDocument> {
  const opened = await openPdf(bytes).catch((error: unknown) => new Unread(error))
  const document = opened instanceof Unread ? undefined : documentOf(opened)
  if (document?.pages.every(({ dict }) => !lacksAppearances(document, dict))) return document
  const written = await writtenByEngine(bytes)
  if (written) return readPdf(written)
  if (opened instanceof Unread) throw opened.reason
  return documentOf(opened)
}

class Unread {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

async function writtenByEngine(bytes: Buffer): Promise<Buffer | undefined> {
  engine ??= startEngine()
  const { open } = await engine
  try {
    const document = open(inMemory(bytes))
    try {
      const written = document.withAppearances()
      return written && Buffer.from(written.buffer)
    } finally {
      document.close()
    }
  } catch (error) {
    if (error instanceof RenderError) return undefined
    throw error
  }
}

/** Most documents do without it. */
async function startEngine(): Promise<PdfEngine> {
  const [{ compileWasm }, { createPdfiumEngine }] = await Promise.all([
    import('../render/compiled-wasm.ts'),
    import('../render/pdfium-engine.ts'),
  ])
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  return createPdfiumEngine(await compileWasm(await fs.promises.readFile(file)))
}

function inMemory(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    readInto(target, targetOffset, offset, length) {
      target.set(bytes.subarray(offset, offset + length), targetOffset)
    },
    close() {},
  }
}
