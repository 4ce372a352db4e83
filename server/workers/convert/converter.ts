import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Log } from '../../platform/log/log.ts'
import { ConvertError } from './convert-error.ts'
import type { HwpGuard } from './hwp-cage.ts'
import { createHwpConverter } from './hwp-converter.ts'
import { createOfficeConverter, type OfficeLack } from './office-converter.ts'
import type { OfficePaths } from './office-programs.ts'

/** Types that are read as a PDF made of them, by the extension of the document. */
export type ConvertedKind = 'hwp' | 'office'

/** A document that is to become a PDF. */
export interface ConvertSource {
  readonly kind: ConvertedKind
  readonly extension: string
  /** Bytes of the document. */
  readonly size: number
  readonly input: Readable
}

/** Makes PDFs of documents that cannot be drawn as they are. */
export interface Converter {
  /**
   * The PDF, piece by piece. Whoever stops reading stops the conversion. @throws ConvertError; what the input fails with; the signal's
   * reason.
   */
  convert(source: ConvertSource, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined>
  /** What this machine lacks for documents of Office; nothing where they can be converted. */
  officeLacks(): Promise<readonly OfficeLack[]>
  /** What keeps in the program for Hangul documents. */
  hwpGuard(): Promise<HwpGuard>
}

export interface ConverterOptions {
  readonly paths: OfficePaths
  /** Milliseconds that one conversion may take. */
  readonly deadlineMs: number
  readonly log: Log
}

/** The engine for Hangul holds a document as a whole. */
const MAX_HWP_BYTES = 128 * 2 ** 20
/** Office Open XML is a zip; a package under a password is a compound file instead ([MS-OFFCRYPTO] 2.3). */
const PACKAGED = ['docx', 'xlsx', 'pptx']
const COMPOUND_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export function createConverter({ paths, deadlineMs, log }: ConverterOptions): Converter {
  const office = createOfficeConverter(paths, log)
  const hwp = createHwpConverter(paths, log)
  return {
    officeLacks: () => office.lacks(),
    hwpGuard: () => hwp.guard(),
    async *convert({ kind, extension, size, input }, signal) {
      if (kind === 'hwp') {
        if (size > MAX_HWP_BYTES) throw new ConvertError('TOO_LARGE', `${size} bytes`)
        yield* hwp.convert(input, deadlineMs, signal)
        return
      }
      if (PACKAGED.includes(extension) && (await startOf(input)).subarray(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE))
        throw new ConvertError('LOCKED', 'an encrypted package')
      yield* office.convert(extension, input, deadlineMs, signal)
    },
  }
}

/** The first bytes of a stream, which stay in it. */
async function startOf(input: Readable): Promise<Buffer> {
  await Promise.race([once(input, 'readable'), once(input, 'end')])
  const start: unknown = input.read()
  if (!Buffer.isBuffer(start)) return Buffer.alloc(0)
  input.unshift(start)
  return start
}
