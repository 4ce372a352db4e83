import { createPublicKey, sign, verify } from 'node:crypto'
import { type Checkpoint, checkpointText, keyIdInput, parseNote, signedNote } from '../../../../contract/proof/checkpoint.ts'
import { bytesOf, privateKeyOf } from '../../../platform/crypto/ed25519.ts'
import { sha256 } from '../../../platform/crypto/proof-means.ts'

/** Signs checkpoints of all logs of an installation with its one key. */
export interface CheckpointSigner {
  /** 32 bytes. */
  readonly publicKey: Buffer
  sign(checkpoint: Checkpoint): string
  /** @returns the checkpoint of a note that this key has signed, else undefined. */
  open(note: string): Checkpoint | undefined
}

/** @param seed 32 bytes. */
export function createCheckpointSigner(seed: Buffer): CheckpointSigner {
  const privateKey = privateKeyOf(seed)
  const key = createPublicKey(privateKey)
  const publicKey = bytesOf(key)
  const keyIdOf = (name: string): Buffer => sha256(keyIdInput(name, publicKey)).subarray(0, 4)
  return {
    publicKey,
    sign(checkpoint) {
      const text = checkpointText(checkpoint)
      return signedNote(text, checkpoint.origin, keyIdOf(checkpoint.origin), sign(null, Buffer.from(text), privateKey))
    },
    open(note) {
      const parsed = parseNote(note)
      if (!parsed || !keyIdOf(parsed.checkpoint.origin).equals(parsed.keyId)) return undefined
      return verify(null, Buffer.from(parsed.text), key, parsed.signature) ? parsed.checkpoint : undefined
    },
  }
}
