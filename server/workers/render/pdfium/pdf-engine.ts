import type { ByteSource } from '../byte-source.ts'
import type { OpenDocument } from '../open-document.ts'

/** Runs no scripts and fills no forms. */
export interface PdfEngine {
  /**
   * Reads only needed bytes. `source` must stay open until the document is closed. @throws RenderError, LOCKED for a missing or wrong
   * password
   */
  open(source: ByteSource, password?: string): OpenDocument
  /** This memory never shrinks. */
  memoryBytes(): number
}
