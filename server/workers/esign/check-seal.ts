import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { openEncryptedFile } from '../../platform/blob/open-encrypted-file.ts'
import type { LocalEncryptedFile, LocalSegment } from '../../platform/blob/sync-encrypted-file.ts'
import { PdfError } from '../pdf/pdf-error.ts'
import { provenSigner } from './certificates/proven-signer.ts'
import type { SignedEnd } from './proofs/append-proofs.ts'

const TAIL_BYTES = 2 ** 20
const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g

/** A document may have compromised the process. @throws PdfError CRASHED unless our signature covers all but itself */
export async function checkSeal(
  file: LocalEncryptedFile & { readonly segments: readonly [LocalSegment] },
  [own]: readonly Uint8Array[],
): Promise<SignedEnd> {
  const opened = await openEncryptedFile(file)
  try {
    const from = Math.max(0, opened.size - TAIL_BYTES)
    const kept: Buffer[] = []
    await passOver(opened.stream(), from, opened.size, (piece) => kept.push(piece))
    const tail = Buffer.concat(kept)
    const [start, first, second, rest] =
      [...tail.toString('latin1').matchAll(BYTE_RANGE)].at(-1)?.slice(1).map(Number) ?? []
    if (start !== 0 || first === undefined || second === undefined || rest === undefined)
      throw new Error('there is none')
    const isWhole = first >= from && first < second && second + rest === opened.size
    const contents = tail.subarray(first - from, second - from).toString('latin1')
    if (!isWhole || !/^<[0-9a-f]*>$/i.test(contents))
      throw new Error('it is not over all of the file')
    const hash = createHash('sha256')
    await passOver(opened.stream(), 0, first, (piece) => hash.update(piece))
    await passOver(opened.stream(), second, opened.size, (piece) => hash.update(piece))
    const signed = Buffer.from(contents.slice(1, -1), 'hex')
    const signer = provenSigner(signed, { sha256: hash.digest() })
    if (!own || !signer.raw.equals(own)) throw new Error('it is by another certificate')
    return { tail, from, size: opened.size, contents: signed }
  } catch (error) {
    throw new PdfError(
      'CRASHED',
      `the seal does not hold: ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    await opened.close()
  }
}

async function passOver(
  stream: Readable,
  from: number,
  to: number,
  take: (piece: Buffer) => unknown,
): Promise<void> {
  let at = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    take(
      piece.subarray(
        Math.max(0, Math.min(from - at, piece.length)),
        Math.max(0, Math.min(to - at, piece.length)),
      ),
    )
    at += piece.length
  }
}
