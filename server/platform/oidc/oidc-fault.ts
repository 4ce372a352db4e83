/**
 * `unreachable` is a timeout, `setup` a misconfiguration, `denied` a refusal by person or provider, `provider` its other errors.
 * `issuer`, `clock` and `token` name what is wrong in the answer.
 */
export type OidcFaultKind = 'unreachable' | 'setup' | 'denied' | 'provider' | 'issuer' | 'clock' | 'token'

/** The log gets this message, without codes, tokens or names. */
export class OidcFault extends Error {
  override name = 'OidcFault'
  readonly kind: OidcFaultKind

  constructor(kind: OidcFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
