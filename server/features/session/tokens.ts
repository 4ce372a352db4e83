import { jwtVerify, SignJWT } from 'jose'

const TYPE = 'sealroom-session'
const ALGORITHM = 'HS256'

/** Signed, so a forged token costs no query. */
export interface Tokens {
  issue(sessionId: string): Promise<string>
  read(token: string): Promise<string | undefined>
}

/** @param key 32 bytes. */
export function createTokens(key: Buffer): Tokens {
  return {
    issue: (sessionId) => new SignJWT({ sid: sessionId }).setProtectedHeader({ alg: ALGORITHM, typ: TYPE }).sign(key),
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], typ: TYPE })
        return typeof payload['sid'] === 'string' ? payload['sid'] : undefined
      } catch {
        return undefined
      }
    },
  }
}
