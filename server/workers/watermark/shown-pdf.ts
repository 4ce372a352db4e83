import fs from 'node:fs'
import { createRequire } from 'node:module'
import { documentOf, openPdf, type PdfDocument, readPdf } from '../pdf/pdf-document.ts'
import { hasBareAnnotations } from '../pdf/writing/annotations.ts'
import type { ByteSource } from '../render/byte-source.ts'
import type { PdfEngine } from '../render/pdfium/pdf-engine.ts'
import { RenderError } from '../render/render-error.ts'

let engine: Promise<PdfEngine> | undefined

/** The engine rewrites documents with missing appearances. @throws PdfError NOT_UNDERSTOOD if unreadable */
export async function readShown(bytes: Buffer): Promise<PdfDocument> {
  const opened = await openPdf(bytes).catch((error: unknown) => new Unread(error))
  const document = opened instanceof Unread ? undefined : documentOf(opened)
  if (document?.pages.every(({ dict }) => !hasBareAnnotations(document, dict))) return document
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

async function startEngine(): Promise<PdfEngine> {
  const [{ compileWasm }, { createPdfiumEngine }] = await Promise.all([
    import('../render/pdfium/compiled-wasm.ts'),
    import('../render/pdfium/pdfium-engine.ts'),
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
