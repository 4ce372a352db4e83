import type { ByteSource } from '../byte-source.ts'
import type { OpenDocument } from '../open-document.ts'

/** The engine runs no scripts and fills in no forms. */
export interface PdfEngine {
  /** `source` must stay open until the document is closed. @throws RenderError, LOCKED for a missing or wrong password */
  open(source: ByteSource, password?: string): OpenDocument
  memoryBytes(): number
}
