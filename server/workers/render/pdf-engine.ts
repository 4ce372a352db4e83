import type { ByteSource } from './byte-source.ts'
import type { OpenDocument } from './open-document.ts'

/** What draws PDF documents. It runs no scripts and fills no forms. */
export interface PdfEngine {
  /**
   * Opens a document that reads only the bytes it needs, with its password where it is locked. `source` has to stay open until the
   * document is closed. Throws RenderError, LOCKED where the password is missing or wrong.
   */
  open(source: ByteSource, password?: string): OpenDocument
  /** Memory the engine holds; it never shrinks. */
  memoryBytes(): number
}
