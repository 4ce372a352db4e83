import { type ByteSource, encryptedSource } from './byte-source.ts'
import { openImage } from './images/image-document.ts'
import { KeptPixels } from './images/kept-pixels.ts'
import type { OpenDocument } from './open-document.ts'
import type { PdfEngine } from './pdfium/pdf-engine.ts'
import { Lru } from './pool/lru.ts'
import type { RenderSource } from './protocol.ts'

const MAX_OPEN = 16

interface DocumentEntry {
  readonly document: OpenDocument
  readonly bytes: ByteSource
}

export class Documents {
  readonly #engine: PdfEngine
  readonly #deadlineMs: number
  readonly #open = new Lru<DocumentEntry>(MAX_OPEN, {
    dropped({ document, bytes }) {
      document.close()
      bytes.close()
    },
  })
  readonly #kept = new KeptPixels()
  #openings = 0

  constructor(engine: PdfEngine, deadlineMs: number) {
    this.#engine = engine
    this.#deadlineMs = deadlineMs
  }

  get openings(): number {
    return this.#openings
  }

  ids(): string[] {
    return this.#open.keys()
  }

  async open(source: RenderSource): Promise<OpenDocument> {
    const known = this.#open.get(source.id)
    if (known) return known.document
    this.#openings += 1
    const bytes = encryptedSource(source)
    try {
      const document =
        source.kind === 'pdf'
          ? this.#engine.open(bytes, source.password)
          : await openImage(bytes, source.kind, this.#deadlineMs, this.#kept)
      this.#open.add(source.id, { document, bytes })
      return document
    } catch (error) {
      bytes.close()
      throw error
    }
  }

  close(id: string): void {
    this.#open.drop(id)
  }

  closeAll(): void {
    for (const id of this.ids()) this.close(id)
  }
}
