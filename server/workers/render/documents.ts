import { type ByteSource, sealedSource } from './byte-source.ts'
import { openImage } from './image-document.ts'
import { KeptPixels } from './kept-pixels.ts'
import { Lru } from './lru.ts'
import type { OpenDocument } from './open-document.ts'
import type { PdfEngine } from './pdf-engine.ts'
import type { RenderSource } from './protocol.ts'

const MAX_OPEN = 16

interface Entry {
  readonly document: OpenDocument
  readonly bytes: ByteSource
}

/** The documents that one worker holds open: the next page of a document needs no second opening. */
export class Documents {
  readonly #engine: PdfEngine
  readonly #deadlineMs: number
  readonly #open = new Lru<Entry>(MAX_OPEN, {
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

  /** How many documents were opened so far. */
  get openings(): number {
    return this.#openings
  }

  /** Ids of the documents that are open. */
  ids(): string[] {
    return this.#open.keys()
  }

  async open(source: RenderSource): Promise<OpenDocument> {
    const known = this.#open.get(source.id)
    if (known) return known.document
    this.#openings += 1
    const bytes = sealedSource(source)
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

  /** Lets keys and open files go. */
  closeAll(): void {
    for (const id of this.ids()) this.close(id)
  }
}
