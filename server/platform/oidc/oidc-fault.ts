/**
 * `unreachable` means no answer in time, `setup` that settings or the provider's description do not fit, and `denied` that the person or
 * the provider refused. `provider` is another error of the provider. With `issuer` the answer is of another issuer, with `clock` of
 * another time, and with `token` otherwise invalid.
 */
export type OidcFaultKind = 'unreachable' | 'setup' | 'denied' | 'provider' | 'issuer' | 'clock' | 'token'

/** The message is for the log, and contains no codes, tokens or names. */
export class OidcFault extends Error {
  override name = 'OidcFault'
  readonly kind: OidcFaultKind

  constructor(kind: OidcFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
