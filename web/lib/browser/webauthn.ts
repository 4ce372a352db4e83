import {
  type AuthenticatorTransport,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { z } from 'zod'
import type {
  assertion,
  attestation,
  creationOptions,
  requestOptions,
} from '../../../contract/features/passkeys.ts'

/** Browsers do not distinguish closed or expired prompts from missing passkeys. */
type Declined = 'declined'

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

const isDeclined = (error: unknown): boolean =>
  ['NotAllowedError', 'AbortError'].includes(nameOf(error))

const withTransports = <D extends { readonly transports: readonly string[] }>(
  descriptors: readonly D[],
) =>
  descriptors.map((descriptor) => ({
    ...descriptor,
    transports: descriptor.transports as AuthenticatorTransport[],
  }))

/**
 * @returns `known` if already registered.
 * @throws other browser errors.
 */
export async function makePasskey(
  options: z.output<typeof creationOptions>,
): Promise<z.input<typeof attestation> | Declined | 'known'> {
  try {
    const { id, response } = await startRegistration({
      optionsJSON: { ...options, excludeCredentials: withTransports(options.excludeCredentials) },
    })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { credential: id, clientDataJSON, attestationObject, transports }
  } catch (error) {
    if (isDeclined(error)) return 'declined'
    if (nameOf(error) === 'InvalidStateError') return 'known'
    throw error
  }
}

/** @throws other browser errors. */
export async function provePasskey(
  options: z.output<typeof requestOptions>,
): Promise<z.input<typeof assertion> | Declined> {
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: { ...options, allowCredentials: withTransports(options.allowCredentials) },
    })
    const { clientDataJSON, authenticatorData, signature } = response
    return { credential: id, clientDataJSON, authenticatorData, signature }
  } catch (error) {
    if (isDeclined(error)) return 'declined'
    throw error
  }
}

export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()
