import type { Clock } from '../../../platform/clock/clock.ts'
import { gatherProofs } from '../proofs/gather-proofs.ts'
import type { SealSigner } from '../seal-pool.ts'
import { SigningError } from '../signing-error.ts'
import { timeStamper } from '../time-stamp.ts'
import { chainPem, nearsEnd, type SealIdentity } from './identity.ts'
import { ownIdentity } from './own-certificate.ts'
import { p12Identity } from './p12-identity.ts'

export interface SealKeysOptions {
  readonly keyDir: string
  readonly publicUrl: string
  readonly clock: Clock
  readonly p12?: { readonly file: string; readonly password: string } | undefined
  readonly timeStampUrl?: string | undefined
  readonly privateHosts?: readonly string[] | undefined
}

export interface SealKeys {
  /** @throws SigningError CERTIFICATE if none is valid now */
  signer(): Promise<SealSigner>
  /** @throws SigningError CERTIFICATE */
  describe(): Promise<
    Pick<SealIdentity, 'subject' | 'fingerprint' | 'notAfter' | 'isSelfSigned'> & {
      readonly pem: string
    }
  >
}

/** @throws SigningError CERTIFICATE if the P12 file cannot be opened or is invalid */
export async function openSealKeys({
  keyDir,
  publicUrl,
  clock,
  p12,
  timeStampUrl,
  privateHosts = [],
}: SealKeysOptions): Promise<SealKeys & { readonly given: SealIdentity | undefined }> {
  const given = p12 && valid(await p12Identity(p12.file, p12.password), clock)
  const host = new URL(publicUrl).hostname
  let own: Promise<SealIdentity> | undefined
  const identity = async (): Promise<SealIdentity> => {
    if (given) return valid(given, clock)
    const known = await own?.catch(() => undefined)
    // Another node may have made a successor.
    if (!known || nearsEnd(known, clock.now())) own = ownIdentity(keyDir, host, clock.now())
    return valid(await (own as Promise<SealIdentity>), clock)
  }
  const authority =
    timeStampUrl === undefined
      ? undefined
      : { stamp: timeStamper(timeStampUrl), host: new URL(timeStampUrl).hostname }
  return {
    given,
    async signer() {
      const { chain, keyType, sign } = await identity()
      if (!authority) return { chain, keyType, sign, timeStamp: undefined, proofs: undefined }
      const hosts = new Set([...privateHosts, authority.host])
      const proofs: SealSigner['proofs'] = (token, signal) =>
        gatherProofs({ chain, token, privateHosts: hosts, now: clock.now(), signal })
      return { chain, keyType, sign, timeStamp: authority.stamp, proofs }
    },
    async describe() {
      const found = await identity()
      const { subject, fingerprint, notAfter, isSelfSigned } = found
      return { subject, fingerprint, notAfter, isSelfSigned, pem: chainPem(found) }
    },
  }
}

function valid(identity: SealIdentity, clock: Clock): SealIdentity {
  const now = clock.now()
  if (identity.notAfter <= now)
    throw new SigningError('CERTIFICATE', `the certificate ended on ${day(identity.notAfter)}`)
  if (identity.notBefore > now)
    throw new SigningError(
      'CERTIFICATE',
      `the certificate is valid from ${day(identity.notBefore)} on only`,
    )
  return identity
}

const day = (at: Date): string => at.toISOString().slice(0, 10)
