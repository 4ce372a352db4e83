import fs from 'node:fs/promises'
import type { SealLack, SealLevel } from '../../../../contract/core/seal-level.ts'
import type { LocalSegment } from '../../../platform/blob/sync-sealed-file.ts'
import type { SealingContext } from '../../../platform/crypto/context.ts'
import { PdfError } from '../../pdf/pdf-error.ts'
import { SealedOutput } from '../../pdf/sealed-output.ts'
import { proofUpdate, type SignedEnd } from './append-proofs.ts'
import type { Proofs } from './gather-proofs.ts'
import { NoProof } from './no-proof.ts'

/** How long a seal can be checked, and why no longer. */
export interface SealStrength {
  readonly level: SealLevel
  readonly lack: SealLack | null
  /** What was missing, for the log. */
  readonly detail?: string
}

/** What makes more of a signature. */
export interface Strengthening {
  /** A time stamp token (RFC 3161) for a SHA-256; undefined where there is no authority. */
  readonly timeStamp: ((digest: Uint8Array) => Promise<Uint8Array>) | undefined
  /** What is needed to check a signature with this time stamp long from now; undefined without an authority. @throws NoProof, SigningError. */
  readonly proofs: ((token: Uint8Array, signal: AbortSignal) => Promise<Proofs>) | undefined
}

export interface SignedFile {
  readonly end: SignedEnd
  readonly context: SealingContext
  /** Where what is appended goes: a file that is not there yet, and its key. */
  readonly target: Pick<LocalSegment, 'path' | 'key'>
}

/**
 * Appends to a signed file with a time stamp what is needed to check it long from now, where all of that can be had.
 * @param token the time stamp that the file was given
 * @throws SigningError where a certificate was revoked; the signal's reason.
 */
export async function addProofs(
  { end, context, target }: SignedFile,
  { timeStamp, proofs }: Strengthening,
  token: Uint8Array | undefined,
  signal: AbortSignal,
): Promise<{ readonly strength: SealStrength; readonly added?: LocalSegment }> {
  if (!timeStamp || !proofs) return { strength: { level: 'B-B', lack: 'NO_AUTHORITY' } }
  if (!token) throw new PdfError('CRASHED', 'a process did not ask for the time stamp')
  try {
    const update = proofUpdate(end, await proofs(token, signal))
    await fs.writeFile(target.path, '', { mode: 0o600, flag: 'wx' })
    const output = new SealedOutput(target.path, target.key, context, 1)
    try {
      output.write(update)
      output.finish()
    } finally {
      output.close()
    }
    return { strength: { level: 'B-LT', lack: null }, added: { ...target, size: update.length } }
  } catch (error) {
    if (error instanceof NoProof) return { strength: { level: 'B-T', lack: error.code, detail: error.message } }
    throw error
  }
}
