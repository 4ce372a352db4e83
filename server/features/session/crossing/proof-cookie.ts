import { LIMITS } from '../../../../contract/core/limits.ts'
import { cookiesOnCrossingPaths, readTokenCookie } from '../token-cookies.ts'

const NAME = 'sealroom-proof'

export const readProof = (header: string | undefined): string | undefined =>
  readTokenCookie(header, NAME)

export const proofCookies = (token: string, publicUrl: string): string[] =>
  cookiesOnCrossingPaths({ name: NAME, value: token, maxAgeMs: LIMITS.proofMs }, publicUrl)

export const noProofCookies = (publicUrl: string): string[] =>
  cookiesOnCrossingPaths({ name: NAME, value: '', maxAgeMs: 0 }, publicUrl)
