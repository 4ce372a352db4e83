import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { KEY_SIZE } from '../../platform/encryption/cobblestone.ts'

const TYPE = 'sealroom-session'
const ALGORITHM = 'HS256'

export interface Bearer {
  readonly sessionId: string
  /** Only the token has these 32 bytes. Older releases' tokens lack them. */
  readonly secret?: Buffer | undefined
}

/** Tokens are signed, so a forged one costs no query. */
export interface Tokens {
  issue(sessionId: string): Promise<string>
  read(token: string): Promise<Bearer | undefined>
}

/** @param key 32 bytes */
export function createTokens(key: Buffer): Tokens {
  return {
    issue(sessionId) {
      const claims = { sid: sessionId, key: randomBytes(KEY_SIZE).toString('base64url') }
      return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: TYPE }).sign(key)
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], typ: TYPE })
        const { sid, key: secret } = payload
        return typeof sid === 'string' ? { sessionId: sid, secret: secretOf(secret) } : undefined
      } catch {
        return undefined
      }
    },
  }
}

function secretOf(claim: unknown): Buffer | undefined {
  const bytes = typeof claim === 'string' ? Buffer.from(claim, 'base64url') : undefined
  return bytes?.length === KEY_SIZE ? bytes : undefined
}
