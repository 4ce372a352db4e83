import { blank } from '../../pdf/repair/attached-documents.ts'
import type { AttachedSpan } from '../../pdf/repair/outer-objects.ts'
import type { ByteSource } from '../byte-source.ts'

/** PDFium rebuilds a damaged table while it opens a document, and would take the objects and trailer of an attached one. */
export interface HidingSource extends ByteSource {
  whileHidden<T>(open: () => T): T
}

export function hidingAttached(
  source: ByteSource,
  spans: readonly AttachedSpan[],
): HidingSource | undefined {
  if (spans.length === 0) return undefined
  let isHidden = false
  return {
    size: source.size,
    readInto(target, targetOffset, offset, length) {
      source.readInto(target, targetOffset, offset, length)
      if (isHidden) blank(target, targetOffset, { offset, length }, spans)
    },
    close: () => source.close(),
    whileHidden(open) {
      isHidden = true
      try {
        return open()
      } finally {
        isHidden = false
      }
    },
  }
}
