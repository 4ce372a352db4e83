import { createHmac, hkdfSync } from 'node:crypto'
import { encryptBytes, KEY_SIZE, openBytes } from '../../platform/encryption/cobblestone.ts'

export interface InstallationSecrets {
  /** Returns 32 bytes, keyed so that a database copy allows no comparison. */
  hashOf(purpose: string, text: string): Buffer
  encrypt(purpose: string, value: unknown): Buffer
  /** @throws EncryptionError for another purpose */
  open(purpose: string, encrypted: Uint8Array): unknown
}

const NO_SALT = Buffer.alloc(0)

/** @param pepper stays outside the database, never replaced. */
export function createInstallationSecrets(pepper: Buffer): InstallationSecrets {
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', pepper, NO_SALT, `sealroom integrations ${use} v1`, KEY_SIZE))
  const [hashKey, valueKey] = [keyFor('hash'), keyFor('value')]
  return {
    hashOf: (purpose, text) => createHmac('sha256', hashKey).update(`${purpose}:${text}`).digest(),
    encrypt: (purpose, value) =>
      encryptBytes(valueKey, Buffer.from(purpose), Buffer.from(JSON.stringify(value))),
    open: (purpose, encrypted) =>
      JSON.parse(openBytes(valueKey, Buffer.from(purpose), encrypted).toString()),
  }
}
