import fs from 'node:fs/promises'
import type { SealBlocker, SealLevel } from '../../../../contract/core/seal-level.ts'
import type { LocalSegment } from '../../../platform/blob/sync-encrypted-file.ts'
import type { EncryptionContext } from '../../../platform/encryption/context.ts'
import { PdfError } from '../../pdf/pdf-error.ts'
import { EncryptedOutput } from '../../pdf/writing/encrypted-output.ts'
import { proofUpdate, type SignedEnd } from './append-proofs.ts'
import type { Proofs } from './gather-proofs.ts'
import { NoProof } from './no-proof.ts'

export interface SealStrength {
  readonly level: SealLevel
  readonly blocker: SealBlocker | null
  readonly detail?: string
}

export interface Strengthening {
  readonly timeStamp: ((digest: Uint8Array) => Promise<Uint8Array>) | undefined
  /** @throws NoProof, SigningError */
  readonly proofs: ((token: Uint8Array, signal: AbortSignal) => Promise<Proofs>) | undefined
}

export interface SignedFile {
  readonly end: SignedEnd
  readonly context: EncryptionContext
  readonly target: Pick<LocalSegment, 'path' | 'key'>
}

/** Appends validation data only if complete. @throws SigningError if a certificate was revoked, or the signal's reason */
export async function addProofs(
  { end, context, target }: SignedFile,
  { timeStamp, proofs }: Strengthening,
  token: Uint8Array | undefined,
  signal: AbortSignal,
): Promise<{ readonly strength: SealStrength; readonly added?: LocalSegment }> {
  if (!timeStamp || !proofs) return { strength: { level: 'B-B', blocker: 'NO_AUTHORITY' } }
  if (!token) throw new PdfError('CRASHED', 'a process did not ask for the time stamp')
  try {
    const update = proofUpdate(end, await proofs(token, signal))
    await fs.writeFile(target.path, '', { mode: 0o600, flag: 'wx' })
    const output = new EncryptedOutput(target.path, target.key, context, 1)
    try {
      output.write(update)
      output.finish()
    } finally {
      output.close()
    }
    return { strength: { level: 'B-LT', blocker: null }, added: { ...target, size: update.length } }
  } catch (error) {
    if (error instanceof NoProof)
      return { strength: { level: 'B-T', blocker: error.code, detail: error.message } }
    throw error
  }
}
