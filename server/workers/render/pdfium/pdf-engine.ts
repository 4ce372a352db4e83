import type { ByteSource } from '../byte-source.ts'
import type { OpenDocument } from '../open-document.ts'

/** The engine runs no scripts and fills in no forms. */
export interface PdfEngine {
  /**
   * Reads only the bytes that it needs. `source` must stay open until the document is closed.
   * @throws RenderError, LOCKED for a missing or wrong password
   */
  open(source: ByteSource, password?: string): OpenDocument
  /** Returns the size of the memory, which never shrinks. */
  memoryBytes(): number
}
