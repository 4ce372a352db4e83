import { formatSize } from '../../../contract/core/format-size.ts'
import type { ImportProgress } from '../../features/documents/index.ts'

const EVERY_MS = 250
const CLEAR_LINE = '\r\x1b[K'

interface ProgressLine {
  show(progress: ImportProgress): void
  end(): void
}

const NONE: ProgressLine = { show: () => undefined, end: () => undefined }

export function progressLine(out: NodeJS.WriteStream): ProgressLine {
  if (!out.isTTY) return NONE
  const began = performance.now()
  let next = 0
  return {
    show({ files, bytes, allFiles, allBytes }) {
      const now = performance.now()
      if (now < next) return
      next = now + EVERY_MS
      const rate = formatSize(Math.round(bytes / Math.max((now - began) / 1_000, 0.001)))
      out.write(
        `${CLEAR_LINE}${files} of ${allFiles} files, ${formatSize(bytes)} of ${formatSize(allBytes)}, ${rate}/s`,
      )
    },
    end: () => void out.write(CLEAR_LINE),
  }
}
