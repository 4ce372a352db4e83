import { createPublicKey, sign, verify } from 'node:crypto'
import {
  type Checkpoint,
  checkpointText,
  parseNote,
} from '../../../../contract/proof/checkpoint.ts'
import { keyIdInput, signedNote } from '../../../../contract/proof/signed-note.ts'
import { bytesOf, privateKeyOf } from '../../../platform/encryption/ed25519.ts'
import { sha256 } from '../../../platform/encryption/node-crypto.ts'

export interface CheckpointSigner {
  readonly publicKey: Buffer
  sign(checkpoint: Checkpoint): string
  /** The first line of the text is the key name. */
  signText(text: string): string
  /** @returns undefined for another key's note */
  open(note: string): Checkpoint | undefined
}

/** @param seed 32 bytes */
export function createCheckpointSigner(seed: Buffer): CheckpointSigner {
  const privateKey = privateKeyOf(seed)
  const key = createPublicKey(privateKey)
  const publicKey = bytesOf(key)
  const keyIdOf = (name: string): Buffer => sha256(keyIdInput(name, publicKey)).subarray(0, 4)
  const signText = (text: string): string => {
    const [name = ''] = text.split('\n', 1)
    return signedNote(text, name, keyIdOf(name), sign(null, Buffer.from(text), privateKey))
  }
  return {
    publicKey,
    signText,
    sign: (checkpoint) => signText(checkpointText(checkpoint)),
    open(note) {
      const parsed = parseNote(note)
      if (!parsed || !keyIdOf(parsed.checkpoint.origin).equals(parsed.keyId)) return undefined
      return verify(null, Buffer.from(parsed.text), key, parsed.signature)
        ? parsed.checkpoint
        : undefined
    },
  }
}
