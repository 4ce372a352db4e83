import { type KeyObject, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { isSelfSigned } from '../proofs/certificate-facts.ts'
import type { SealSigner } from '../seal-pool.ts'
import { SigningError } from '../signing-error.ts'

export interface SealIdentity extends Omit<SealSigner, 'timeStamp' | 'proofs'> {
  readonly subject: string
  /** The fingerprint is SHA-256 in hex. */
  readonly fingerprint: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly isSelfSigned: boolean
}

const signAsync = promisify(sign)

const NEAR_END_MS = 30 * 86_400_000

/** @param chain own certificate first @throws SigningError CERTIFICATE if the key is unsupported or mismatched */
export function localIdentity(key: KeyObject, chain: readonly X509Certificate[]): SealIdentity {
  const [own] = chain
  const keyType =
    key.asymmetricKeyType === 'rsa' ? 'RSA' : key.asymmetricKeyType === 'ec' ? 'EC' : undefined
  if (!own || !keyType) throw new SigningError('CERTIFICATE', 'the key is neither RSA nor EC')
  if (!own.checkPrivateKey(key))
    throw new SigningError('CERTIFICATE', 'the key is not that of the certificate')
  return {
    ...described(chain),
    keyType,
    sign: async (data) => await signAsync('sha256', data, key),
  }
}

/** @throws SigningError CERTIFICATE */
export function described(
  chain: readonly X509Certificate[],
): Omit<SealIdentity, 'keyType' | 'sign'> {
  const [own] = chain
  if (!own) throw new SigningError('CERTIFICATE', 'there is no certificate')
  return {
    chain: chain.map(({ raw }) => raw),
    subject: own.subject.replaceAll('\n', ', '),
    fingerprint: own.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: new Date(own.validFrom),
    notAfter: new Date(own.validTo),
    isSelfSigned: isSelfSigned(own),
  }
}

export const nearsEnd = ({ notAfter }: Pick<SealIdentity, 'notAfter'>, now: Date): boolean =>
  notAfter.getTime() - now.getTime() <= NEAR_END_MS

export const chainPem = ({ chain }: Pick<SealIdentity, 'chain'>): string =>
  chain.map((one) => new X509Certificate(one).toString()).join('')
