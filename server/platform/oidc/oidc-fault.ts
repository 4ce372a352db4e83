/**
 * `unreachable` is a timeout, `setup` a misconfiguration, `denied` a refusal, `provider` other errors. `issuer`, `clock` and `token`
 * name the wrong part.
 */
export type OidcFaultKind =
  | 'unreachable'
  | 'setup'
  | 'denied'
  | 'provider'
  | 'issuer'
  | 'clock'
  | 'token'

/** It contains no codes, tokens or names. */
export class OidcFault extends Error {
  override name = 'OidcFault'
  readonly kind: OidcFaultKind

  constructor(kind: OidcFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
