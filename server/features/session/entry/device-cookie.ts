import { LIMITS } from '../../../../contract/core/limits.ts'
import { CROSSING_PATHS } from '../../../../contract/features/session/own-rooms.ts'
import { ENTRY_PATH } from '../../../../contract/features/session.ts'
import { cookiesOnCrossingPaths, readTokenCookie, tokenCookie } from '../token-cookies.ts'

/** The token marks a known device, on which PINs need no second step and are tried despite a spent budget of guesses. */
const NAME = 'sealroom-device'
/** Crossing does not receive the entry cookie of an earlier release, so it sets this one instead of replacing that (0053). */
const CROSSING_NAME = 'sealroom-device-crossing'

export const readDevice = (header: string | undefined): string | undefined =>
  readTokenCookie(header, NAME)

export const readCrossingDevice = (header: string | undefined): string | undefined =>
  readTokenCookie(header, CROSSING_NAME)

/** Other calls do not carry an entry path's cookie. */
export const deviceCookies = (token: string, publicUrl: string): string[] =>
  [ENTRY_PATH, ...CROSSING_PATHS].map((path) =>
    tokenCookie({ name: NAME, value: token, path, maxAgeMs: LIMITS.deviceMs }, publicUrl),
  )

export const crossingDeviceCookies = (token: string, publicUrl: string): string[] =>
  cookiesOnCrossingPaths(
    { name: CROSSING_NAME, value: token, maxAgeMs: LIMITS.deviceMs },
    publicUrl,
  )
