import { jwtVerify, SignJWT } from 'jose'

const TYPE = 'sealroom-session'
const ALGORITHM = 'HS256'

/** Bearer tokens: signed, so that made-up ones cost no query; they hold a session id and nothing else. */
export interface Tokens {
  issue(sessionId: string): Promise<string>
  /** The session id of a token of ours, undefined for anything else. */
  read(token: string): Promise<string | undefined>
}

/** @param key 32 bytes of the key store. */
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
