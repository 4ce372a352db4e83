import type { Clock } from '../../platform/clock/clock.ts'
import { chainPem, type SealIdentity } from './identity.ts'
import { ownIdentity } from './own-certificate.ts'
import { p12Identity } from './p12-identity.ts'
import type { SealSigner } from './seal-pool.ts'
import { SigningError } from './signing-error.ts'
import { timeStamper } from './time-stamp.ts'

/** Days before its end from which on a certificate is warned of. */
const NEAR_END_DAYS = 30
const DAY_MS = 86_400_000

export interface SealKeysOptions {
  readonly keyDir: string
  readonly publicUrl: string
  readonly clock: Clock
  readonly p12?: { readonly file: string; readonly password: string } | undefined
  readonly timeStampUrl?: string | undefined
}

/** The certificate and the key with which this server seals. */
export interface SealKeys {
  /** @throws SigningError CERTIFICATE where there is none that is valid now. */
  signer(): Promise<SealSigner>
  /** What others may know of the certificate. @throws SigningError CERTIFICATE */
  describe(): Promise<Pick<SealIdentity, 'subject' | 'fingerprint' | 'notAfter' | 'isSelfSigned'> & { readonly pem: string }>
}

/**
 * Opens the certificate of a P12 file, where one is set; else the server has its own, which is made at first need.
 * @throws SigningError CERTIFICATE where the file cannot be opened, or its certificate is not valid now.
 */
export async function openSealKeys({
  keyDir,
  publicUrl,
  clock,
  p12,
  timeStampUrl,
}: SealKeysOptions): Promise<SealKeys & { readonly given: SealIdentity | undefined }> {
  const given = p12 && valid(await p12Identity(p12.file, p12.password), clock)
  const host = new URL(publicUrl).hostname
  let own: Promise<SealIdentity> | undefined
  const identity = async (): Promise<SealIdentity> => {
    if (given) return valid(given, clock)
    const known = await own?.catch(() => undefined)
    // Looked for anew where it nears its end: another node may have made the next one.
    if (!known || nearsEnd(known, clock)) own = ownIdentity(keyDir, host, clock.now())
    return valid(await (own as Promise<SealIdentity>), clock)
  }
  const timeStamp = timeStampUrl === undefined ? undefined : timeStamper(timeStampUrl)
  return {
    given,
    async signer() {
      const { chain, keyType, sign } = await identity()
      return { chain, keyType, sign, timeStamp }
    },
    async describe() {
      const found = await identity()
      const { subject, fingerprint, notAfter, isSelfSigned } = found
      return { subject, fingerprint, notAfter, isSelfSigned, pem: chainPem(found) }
    },
  }
}

/** Whether a certificate ends within so many days that somebody should know. */
export const nearsEnd = ({ notAfter }: Pick<SealIdentity, 'notAfter'>, clock: Clock): boolean =>
  notAfter.getTime() - clock.now().getTime() <= NEAR_END_DAYS * DAY_MS

function valid(identity: SealIdentity, clock: Clock): SealIdentity {
  const now = clock.now()
  if (identity.notAfter <= now) throw new SigningError('CERTIFICATE', `the certificate ended on ${day(identity.notAfter)}`)
  if (identity.notBefore > now) throw new SigningError('CERTIFICATE', `the certificate is valid from ${day(identity.notBefore)} on only`)
  return identity
}

const day = (at: Date): string => at.toISOString().slice(0, 10)
