import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Log } from '../../platform/log/log.ts'
import { ConvertError } from './convert-error.ts'
import { createHwpConverter } from './hwp-converter.ts'
import type { HwpGuard } from './hwp-sandbox.ts'
import { createOfficeConverter, type MissingOfficePart } from './office-converter.ts'
import type { OfficePaths } from './office-programs.ts'

export type ConvertedKind = 'hwp' | 'office'

export interface ConvertSource {
  readonly kind: ConvertedKind
  readonly extension: string
  readonly size: number
  readonly input: Readable
}

export interface Converter {
  /** Ending the iteration stops it. @throws ConvertError, errors of the input, or the signal's reason */
  convert(source: ConvertSource, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined>
  missingOfficeParts(): Promise<readonly MissingOfficePart[]>
  hwpGuard(): Promise<HwpGuard>
}

export interface ConverterOptions {
  readonly paths: OfficePaths
  readonly deadlineMs: number
  readonly log: Log
}

/** The engine holds the whole document. */
const MAX_HWP_BYTES = 128 * 2 ** 20
/** [MS-OFFCRYPTO] 2.3 packs these in compound files. */
const PACKAGED = ['docx', 'xlsx', 'pptx']
const COMPOUND_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export function createConverter({ paths, deadlineMs, log }: ConverterOptions): Converter {
  const office = createOfficeConverter(paths, log)
  const hwp = createHwpConverter(paths, log)
  return {
    missingOfficeParts: () => office.missingParts(),
    hwpGuard: () => hwp.guard(),
    async *convert({ kind, extension, size, input }, signal) {
      if (kind === 'hwp') {
        if (size > MAX_HWP_BYTES) throw new ConvertError('TOO_LARGE', `${size} bytes`)
        yield* hwp.convert(input, deadlineMs, signal)
        return
      }
      if (
        PACKAGED.includes(extension) &&
        (await startOf(input)).subarray(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE)
      )
        throw new ConvertError('LOCKED', 'an encrypted package')
      yield* office.convert(extension, input, deadlineMs, signal)
    },
  }
}

async function startOf(input: Readable): Promise<Buffer> {
  await Promise.race([once(input, 'readable'), once(input, 'end')])
  const start: unknown = input.read()
  if (!Buffer.isBuffer(start)) return Buffer.alloc(0)
  input.unshift(start)
  return start
}
