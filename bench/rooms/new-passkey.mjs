import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

const hex = (text) => Buffer.from(text, 'hex')

export function newPasskey({ challenge, rp }, origin) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  // COSE key for ES256 on P-256.
  const cose = Buffer.concat([
    hex('a5010203262001215820'),
    Buffer.from(x, 'base64url'),
    hex('225820'),
    Buffer.from(y, 'base64url'),
  ])
  const id = randomBytes(20)
  // 45 means present, verified, and with a key.
  const head = Buffer.concat([
    createHash('sha256').update(rp.id).digest(),
    hex('4500000000'),
    Buffer.alloc(16),
    hex('0014'),
    id,
  ])
  const data = Buffer.concat([head, cose])
  const map = Buffer.concat([
    hex('a3'),
    text('fmt'),
    text('none'),
    text('attStmt'),
    hex('a0'),
    text('authData'),
    hex('58'),
    Buffer.of(data.length),
  ])
  const said = JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false })
  return {
    credential: id.toString('base64url'),
    clientDataJSON: Buffer.from(said).toString('base64url'),
    attestationObject: Buffer.concat([map, data]).toString('base64url'),
    transports: ['internal'],
  }
}

const text = (word) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)])
