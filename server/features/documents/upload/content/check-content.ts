import type { RejectionCode } from '../../../../../contract/core/errors/rejections.ts'
import type { Extension } from '../../../../../contract/core/limits.ts'
import { hasMainStream, isHwp } from './compound-content.ts'
import { ContentReader, type ContentSource, MalformedError } from './content-reader.ts'
import { isHwpx } from './hwpx-content.ts'
import { bmpSize, type ImageSize, jpegSize, pngSize } from './image-size.ts'
import { isOldFormat } from './old-format.ts'
import { refusedOoxml } from './ooxml-content.ts'
import { isPdf } from './pdf-content.ts'
import { endBeforePadding, endsAsZip } from './zip-directory.ts'

export type { ContentSource }

export type ContentKind = 'pdf' | 'jpeg' | 'png' | 'bmp' | 'office' | 'hwp'

type Check = (content: ContentReader) => Promise<RejectionCode | undefined>

interface Format {
  readonly kind: ContentKind
  readonly mediaType: string
  readonly check: Check
}

const MAX_PIXELS = 200_000_000
const MAX_SIDE = 65_000

const document =
  (agrees: (content: ContentReader) => Promise<boolean>): Check =>
  async (content) =>
    (await agrees(content)) ? undefined : 'CONTENT'

const image =
  (sizeOf: (content: ContentReader) => Promise<ImageSize>): Check =>
  async (content) => {
    const { width, height } = await sizeOf(content)
    if (await endsAsZip(content)) return 'CONTENT'
    const sound =
      width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS
    return sound ? undefined : 'DIMENSIONS'
  }

const JPEG: Format = { kind: 'jpeg', mediaType: 'image/jpeg', check: image(jpegSize) }

const office = (mediaType: string, check: Check): Format => ({
  kind: 'office',
  mediaType: `application/${mediaType}`,
  check,
})

const compound = (...streams: readonly string[]): Check =>
  document((content) => hasMainStream(content, streams))

const OOXML = 'vnd.openxmlformats-officedocument'

const FORMATS: Readonly<Record<Extension, Format>> = {
  pdf: { kind: 'pdf', mediaType: 'application/pdf', check: document(isPdf) },
  jpg: JPEG,
  jpeg: JPEG,
  png: { kind: 'png', mediaType: 'image/png', check: image(pngSize) },
  bmp: { kind: 'bmp', mediaType: 'image/bmp', check: image(bmpSize) },
  hwp: { kind: 'hwp', mediaType: 'application/x-hwp', check: document(isHwp) },
  hwpx: { kind: 'hwp', mediaType: 'application/hwp+zip', check: document(isHwpx) },
  doc: office('msword', compound('WORDDOCUMENT')),
  xls: office('vnd.ms-excel', compound('WORKBOOK', 'BOOK')),
  ppt: office('vnd.ms-powerpoint', compound('POWERPOINT DOCUMENT')),
  docx: office(`${OOXML}.wordprocessingml.document`, (content) => refusedOoxml(content, 'word/')),
  xlsx: office(`${OOXML}.spreadsheetml.sheet`, (content) => refusedOoxml(content, 'xl/')),
  pptx: office(`${OOXML}.presentationml.presentation`, (content) => refusedOoxml(content, 'ppt/')),
}

export const contentKind = (ext: Extension): ContentKind => FORMATS[ext].kind

/** Encrypted documents are compound files. */
const ZIPPED: ReadonlySet<Extension> = new Set(['docx', 'xlsx', 'pptx', 'hwpx'])

/** @throws only errors of the source */
export async function endOfDocument(
  ext: Extension,
  source: ContentSource,
): Promise<number | undefined> {
  return ZIPPED.has(ext) && source.size > 0
    ? endBeforePadding(new ContentReader(source))
    : undefined
}

export const mediaTypeOf = (ext: Extension): string => FORMATS[ext].mediaType

/** Returns CONTENT for wrong, ambiguous, broken or hostile formats. Reads at most 8 MiB, decodes nothing. @throws errors of the source */
export async function checkContent(
  ext: Extension,
  source: ContentSource,
): Promise<RejectionCode | undefined> {
  if (source.size === 0) return 'EMPTY'
  const content = new ContentReader(source)
  const wrong = await FORMATS[ext].check(content).catch((error: unknown): RejectionCode => {
    if (error instanceof MalformedError) return 'CONTENT'
    throw error
  })
  return wrong === 'CONTENT' && (await isOldFormat(ext, content)) ? 'OLD_FORMAT' : wrong
}
