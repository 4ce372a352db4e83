import { type AuthenticatorTransport, startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { z } from 'zod'
import type { assertion, attestation, creationOptions, requestOptions } from '../../contract/features/passkeys.ts'

/** `declined`: the person closed the browser's question, let it pass, or has no passkey there: browsers do not say which. */
type Declined = 'declined'

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

const isDeclined = (error: unknown): boolean => ['NotAllowedError', 'AbortError'].includes(nameOf(error))

/** The transports of authenticators go by us as they are; there will be more than the library knows. */
const withTransports = <D extends { readonly transports: readonly string[] }>(descriptors: readonly D[]) =>
  descriptors.map((descriptor) => ({ ...descriptor, transports: descriptor.transports as AuthenticatorTransport[] }))

/**
 * Has the browser make a passkey. @returns `known` where the authenticator has one of these already.
 * @throws whatever the browser says else.
 */
export async function makePasskey(options: z.output<typeof creationOptions>): Promise<z.input<typeof attestation> | Declined | 'known'> {
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

/** Has the browser prove one of the passkeys. @throws whatever the browser says else. */
export async function provePasskey(options: z.output<typeof requestOptions>): Promise<z.input<typeof assertion> | Declined> {
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

/** Closes the browser's question: who asked is gone. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()
