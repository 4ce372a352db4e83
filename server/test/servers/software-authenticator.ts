import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { z } from 'zod'
import type {
  assertion,
  attestation,
  creationOptions,
  requestOptions,
} from '../../../contract/features/passkeys.ts'

type CreationOptions = z.output<typeof creationOptions>
type RequestOptions = z.output<typeof requestOptions>
export type Attestation = z.output<typeof attestation>
export type Assertion = z.output<typeof assertion>

const ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257, ES384: -35 } as const
export type Algorithm = keyof typeof ALGORITHMS

/** Web Authentication Level 3, 6.1 defines these flags. */
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

export interface Twist {
  readonly origin?: string
  readonly crossOrigin?: boolean
  readonly rpId?: string
  readonly type?: string
  readonly challenge?: string
  readonly userVerified?: boolean
  readonly userPresent?: boolean
  readonly counter?: number
  readonly format?: string
  readonly statement?: ReadonlyMap<string, unknown>
}

export interface SoftwarePasskey {
  readonly id: string
  readonly privateKey: KeyObject
  counter: number
}

export class SoftwareAuthenticator {
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  create(
    options: CreationOptions,
    twist: Twist = {},
    algorithm: Algorithm = 'ES256',
  ): { passkey: SoftwarePasskey; answer: Attestation } {
    const { privateKey, cose } = newKey(algorithm)
    const id = randomBytes(20)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)])
    const counter = twist.counter ?? 0
    const authData = Buffer.concat([
      authenticatorData(options.rp.id, counter, twist, ATTESTED),
      attested,
    ])
    const object = new Map<string, unknown>([
      ['fmt', twist.format ?? 'none'],
      ['attStmt', twist.statement ?? new Map()],
      ['authData', authData],
    ])
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, twist).toString(
      'base64url',
    )
    return {
      passkey: { id: id.toString('base64url'), privateKey, counter },
      answer: {
        credential: id.toString('base64url'),
        clientDataJSON,
        attestationObject: cbor(object).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  get(options: RequestOptions, passkey: SoftwarePasskey, twist: Twist = {}): Assertion {
    passkey.counter = twist.counter ?? passkey.counter + 1
    const data = authenticatorData(options.rpId, passkey.counter, twist)
    const clientData = this.#clientData('webauthn.get', options.challenge, twist)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    const hash = passkey.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
    return {
      credential: passkey.id,
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign(hash, signed, passkey.privateKey).toString('base64url'),
    }
  }

  #clientData(type: string, challenge: string, twist: Twist): Buffer {
    const said = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? this.origin,
      crossOrigin: twist.crossOrigin ?? false,
    }
    return Buffer.from(JSON.stringify(said))
  }
}

function authenticatorData(rpId: string, counter: number, twist: Twist, more = 0): Buffer {
  const flags =
    (twist.userPresent === false ? 0 : PRESENT) |
    (twist.userVerified === false ? 0 : VERIFIED) |
    more
  const tail = Buffer.alloc(5)
  tail.writeUInt8(flags)
  tail.writeUInt32BE(counter, 1)
  const rpIdHash = createHash('sha256')
    .update(twist.rpId ?? rpId)
    .digest()
  return Buffer.concat([rpIdHash, tail])
}

/** COSE (RFC 9053) puts 1 type, 3 algorithm, then parameters. */
function newKey(algorithm: Algorithm): {
  privateKey: KeyObject
  cose: ReadonlyMap<number, unknown>
} {
  const { privateKey, publicKey } = newPair(algorithm)
  const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const alg: [number, unknown] = [3, ALGORITHMS[algorithm]]
  if (algorithm === 'RS256')
    return { privateKey, cose: new Map([[1, 3], alg, [-1, bytes(n)], [-2, bytes(e)]]) }
  if (algorithm === 'EdDSA')
    return { privateKey, cose: new Map([[1, 1], alg, [-1, 6], [-2, bytes(x)]]) }
  const curve = algorithm === 'ES384' ? 2 : 1
  return { privateKey, cose: new Map([[1, 2], alg, [-1, curve], [-2, bytes(x)], [-3, bytes(y)]]) }
}

function newPair(algorithm: Algorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('ec', { namedCurve: algorithm === 'ES384' ? 'P-384' : 'P-256' })
}

/** RFC 8949 defines CBOR. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
  throw new Error(`no CBOR for ${typeof value}`)
}

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count])
  if (count < 0x100) return Buffer.from([(type << 5) | 24, count])
  const long = Buffer.from([(type << 5) | 25, 0, 0])
  long.writeUInt16BE(count, 1)
  return long
}
