import { LIMITS } from '../../../../contract/core/limits.ts'
import { cookiesOfCrossing, readCookie } from '../entry/device-cookie.ts'

const NAME = 'sealroom-proof'

export const readProof = (header: string | undefined): string | undefined => readCookie(header, NAME)

export const proofCookies = (token: string, publicUrl: string): string[] =>
  cookiesOfCrossing({ name: NAME, value: token, maxAgeMs: LIMITS.proofMs }, publicUrl)

export const noProofCookies = (publicUrl: string): string[] => cookiesOfCrossing({ name: NAME, value: '', maxAgeMs: 0 }, publicUrl)
