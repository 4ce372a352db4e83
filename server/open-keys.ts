import type { Clock } from './platform/clock/clock.ts'
import { type Settings, SettingsError } from './platform/config/settings.ts'
import type { Database } from './platform/db/connect.ts'
import { claimKeyFolder } from './platform/db/installation.store.ts'
import { instanceIdIn, requireKeyFolder } from './platform/encryption/key-folder.ts'
import type { Log } from './platform/log/log.ts'
import { nearsEnd, openSealKeys, type SealKeys, SigningError } from './workers/esign/index.ts'

/** One of several first servers decides. */
export async function claimKeys({ db }: Database, { KEY_DIR: keyDir }: Settings): Promise<void> {
  const own = await instanceIdIn(keyDir)
  if (own !== undefined) await requireKeyFolder(keyDir, await claimKeyFolder(db, own))
}

/** @throws SettingsError if SIGN_P12 cannot be used */
export async function openSigningKeys(
  settings: Settings,
  clock: Clock,
  log: Log,
): Promise<SealKeys & { readonly given: { readonly notAfter: Date } | undefined }> {
  const {
    KEY_DIR: keyDir,
    PUBLIC_URL: publicUrl,
    SIGN_P12: file,
    SIGN_TSA_URL: timeStampUrl,
    SIGN_REVOCATION_HOSTS: privateHosts,
  } = settings
  try {
    const p12 =
      file === undefined ? undefined : { file, password: settings.SIGN_P12_PASSWORD ?? '' }
    const keys = await openSealKeys({ keyDir, publicUrl, clock, p12, timeStampUrl, privateHosts })
    if (keys.given && nearsEnd(keys.given, clock.now()))
      log.warn(
        { notAfter: keys.given.notAfter },
        'the certificate of SIGN_P12 ends soon; from then on no document can be sealed',
      )
    return keys
  } catch (error) {
    if (!(error instanceof SigningError)) throw error
    throw new SettingsError([`SIGN_P12: ${error.message}`])
  }
}
