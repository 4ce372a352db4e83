import type { ByteSource } from '../byte-source.ts'
import type { OpenDocument } from '../open-document.ts'

/** It runs no scripts, fills in no forms. */
export interface PdfEngine {
  /** `source` stays open until the document closes. @throws RenderError, LOCKED for a missing or wrong password */
  open(source: ByteSource, password?: string): OpenDocument
  memoryBytes(): number
}
