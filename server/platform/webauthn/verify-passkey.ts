import type { z } from 'zod'
import type { assertion, attestation } from '../../../contract/features/passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE algorithms (IANA) by preference are ES256, EdDSA and RS256. */
export const ALGORITHMS = [-7, -8, -257] as const

interface Expected {
  readonly challenge: Buffer
  readonly party: RelyingParty
}

interface KnownKey {
  readonly credentialId: Buffer
  /** The format is COSE. */
  readonly publicKey: Buffer
  readonly counter: number
}

interface MadeKey extends KnownKey {
  readonly backedUp: boolean
}

// Loading takes a third of a second.
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
})

const textOf = (bytes: Buffer): string => bytes.toString('base64url')

/** Our pages are never framed. */
function isFromFrame(clientDataJSON: string): boolean {
  const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  return (
    typeof said === 'object' && said !== null && 'crossOrigin' in said && said.crossOrigin === true
  )
}

const expectedBy = ({ challenge, party }: Expected) => ({
  expectedChallenge: textOf(challenge),
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
})

const orNothing = <T>(verify: () => Promise<T | undefined>): Promise<T | undefined> =>
  verify().catch(() => undefined)

/** Web Authentication Level 3, section 7.1 defines this verification. */
export async function verifyAttestation(
  answer: z.output<typeof attestation>,
  expected: Expected,
): Promise<MadeKey | undefined> {
  const { credential: id, clientDataJSON, attestationObject } = answer
  const { decodeAttestationObject, isoBase64URL, verifyRegistrationResponse } = await library()
  /** Certificates are refused before the library fetches their URLs. */
  const hasCertificates = (): boolean => {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    return (
      decoded.get('fmt') !== 'none' &&
      (decoded.get('fmt') !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined)
    )
  }
  return orNothing(async () => {
    if (isFromFrame(clientDataJSON) || hasCertificates()) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectedBy(expected),
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      supportedAlgorithmIDs: [...ALGORITHMS],
    })
    if (!verified || registrationInfo.credential.id !== id) return undefined
    const { credential, credentialBackedUp: backedUp } = registrationInfo
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      backedUp,
    }
  })
}

/** Web Authentication Level 3, section 7.2 defines this; the counter must increase. */
export async function verifyAssertion(
  answer: z.output<typeof assertion>,
  key: KnownKey,
  expected: Expected,
): Promise<{ readonly counter: number; readonly backedUp: boolean } | undefined> {
  const { credential: id, clientDataJSON, authenticatorData, signature } = answer
  const { verifyAuthenticationResponse } = await library()
  return orNothing(async () => {
    if (isFromFrame(clientDataJSON)) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedBy(expected),
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      credential: {
        id: textOf(key.credentialId),
        publicKey: new Uint8Array(key.publicKey),
        counter: key.counter,
      },
    })
    return verified
      ? { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
      : undefined
  })
}
