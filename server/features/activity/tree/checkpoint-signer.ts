import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Checkpoint, checkpointText, keyIdInput, parseNote, signedNote } from '../../../../contract/proof/checkpoint.ts'
import { sha256 } from './hash.ts'

/** What stands before the seed, and before the public key, in their DER forms (RFC 8410, 7 and 4). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** @param publicKey 32 bytes. */
export const publicKeyOf = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' })

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
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const key = createPublicKey(privateKey)
  const publicKey = key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length)
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
