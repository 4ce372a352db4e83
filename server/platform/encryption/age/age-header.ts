import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { bytesOfBech32 } from './bech32.ts'

// age-encryption.org/v1 defines this.

const VERSION = 'age-encryption.org/v1'
const FILE_KEY_SIZE = 16
const KEY_SIZE = 32
const X25519_INFO = 'age-encryption.org/v1/X25519'
const SCRYPT_LABEL = 'age-encryption.org/v1/scrypt'
const SCRYPT_SALT_SIZE = 16
/** This log2 of N takes 256 MiB for about a second. */
const SCRYPT_WORK = 18
const SCRYPT_MEMORY = 2 ** SCRYPT_WORK * 8 * 128 + 2 ** 20
/** An empty line follows a full last line. */
const LINE = 64

/** RFC 8410, section 4, gives this X25519 prefix. */
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

export type AgeRecipient =
  | { readonly kind: 'age'; readonly recipient: string }
  | { readonly kind: 'passphrase'; readonly passphrase: string }

export interface AgeHeader {
  readonly fileKey: Buffer
  readonly header: Buffer
}

const derive = (key: Uint8Array, salt: Uint8Array, info: string, size = KEY_SIZE): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, size))

/** @param nonce has 16 bytes. */
export const payloadKey = (fileKey: Uint8Array, nonce: Uint8Array): Buffer =>
  derive(fileKey, nonce, 'payload')

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/=+$/, '')

export function recipientKey(recipient: string): Buffer | undefined {
  const key = bytesOfBech32('age', recipient)
  return key?.length === KEY_SIZE ? key : undefined
}

/** @throws TypeError if the recipient is invalid. */
export async function ageHeader(recipient: AgeRecipient): Promise<AgeHeader> {
  const fileKey = randomBytes(FILE_KEY_SIZE)
  const stanza =
    recipient.kind === 'age'
      ? x25519Stanza(recipient.recipient, fileKey)
      : await scryptStanza(recipient.passphrase, fileKey)
  const unsigned = `${VERSION}\n${stanza}---`
  const mac = createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(unsigned)
    .digest()
  return { fileKey, header: Buffer.from(`${unsigned} ${base64(mac)}\n`) }
}

function stanzaOf(args: readonly string[], body: Uint8Array): string {
  const text = base64(body)
  const lines: string[] = []
  for (let at = 0; at <= text.length; at += LINE) lines.push(text.slice(at, at + LINE))
  return `-> ${args.join(' ')}\n${lines.join('\n')}\n`
}

/** The key is used once, so the nonce may be zero. */
function wrap(key: Uint8Array, fileKey: Uint8Array): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
}

function x25519Stanza(recipient: string, fileKey: Uint8Array): string {
  const theirs = recipientKey(recipient)
  if (!theirs) throw new TypeError('not a public key of age')
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, theirs]),
    format: 'der',
    type: 'spki',
  })
  const ephemeral = generateKeyPairSync('x25519')
  const share = ephemeral.publicKey
    .export({ format: 'der', type: 'spki' })
    .subarray(SPKI_PREFIX.length)
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey })
  const key = derive(secret, Buffer.concat([share, theirs]), X25519_INFO)
  return stanzaOf(['X25519', base64(share)], wrap(key, fileKey))
}

async function scryptStanza(passphrase: string, fileKey: Uint8Array): Promise<string> {
  const salt = randomBytes(SCRYPT_SALT_SIZE)
  const options = { N: 2 ** SCRYPT_WORK, r: 8, p: 1, maxmem: SCRYPT_MEMORY }
  const stretch = promisify<string, Buffer, number, object, Buffer>(scrypt)
  const key = await stretch(
    passphrase,
    Buffer.concat([Buffer.from(SCRYPT_LABEL), salt]),
    KEY_SIZE,
    options,
  )
  return stanzaOf(['scrypt', base64(salt), String(SCRYPT_WORK)], wrap(key, fileKey))
}
