import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { CROSSING_PATH } from '../../../../contract/features/session/own-rooms.ts'
import { cookieOf, readCookie } from '../entry/device-cookie.ts'

const NAME = 'sealroom-proof'
const PATH = `${BASE_PATH}${CROSSING_PATH}`

export const readProof = (header: string | undefined): string | undefined => readCookie(header, NAME)

export const proofCookie = (token: string, publicUrl: string): string =>
  cookieOf({ name: NAME, value: token, path: PATH, maxAgeMs: LIMITS.proofMs }, publicUrl)

/** Makes the browser forget it. */
export const noProofCookie = (publicUrl: string): string => cookieOf({ name: NAME, value: '', path: PATH, maxAgeMs: 0 }, publicUrl)
