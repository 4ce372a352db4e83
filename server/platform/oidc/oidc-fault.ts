/**
 * `unreachable`: no answer in time. `setup`: settings or the provider's own description do not fit. `denied`: the person or the provider
 * said no. `provider`: it reported another error. `issuer`: of another issuer. `clock`: of another time. `token`: not valid otherwise.
 */
export type OidcFaultKind = 'unreachable' | 'setup' | 'denied' | 'provider' | 'issuer' | 'clock' | 'token'

/** The message is for the log: it has neither codes nor tokens nor names. */
export class OidcFault extends Error {
  override name = 'OidcFault'
  readonly kind: OidcFaultKind

  constructor(kind: OidcFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
