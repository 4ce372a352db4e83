import { Readable } from 'node:stream'
import { makeDocument } from '../../tools/demo/documents.mjs'
import { DOCUMENTS } from '../../tools/demo/room-index.mjs'
import type { Converter } from '../workers/convert/index.ts'
import { makeDocx } from './make-docx.ts'

/** A document of the demo of this kind. */
async function demoDocument(kind: string): Promise<Uint8Array> {
  const document = DOCUMENTS.find((one) => one.kind === kind)
  if (!document) throw new Error(`the demo has no ${kind}`)
  return makeDocument(document)
}

/** Office documents that the project makes itself, by their file types. */
export const ownOfficeFiles: readonly (readonly [extension: string, make: () => Promise<Uint8Array>])[] = [
  ['docx', () => makeDocx('비밀유지 계약서')],
  ['xlsx', () => demoDocument('workbook')],
  ['pptx', () => demoDocument('slides')],
]

/** What a converter makes of an Office document. */
export async function convertedOffice(converter: Converter, extension: string, bytes: Uint8Array, signal: AbortSignal): Promise<Buffer> {
  const source = { kind: 'office' as const, extension, size: bytes.length, input: Readable.from([Buffer.from(bytes)]) }
  const pieces: Buffer[] = []
  for await (const piece of converter.convert(source, signal)) pieces.push(piece)
  return Buffer.concat(pieces)
}
