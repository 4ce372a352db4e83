/** What whoever vouches for a certificate says of it. */
export type Verdict =
  | { readonly isRevoked: false }
  | {
      readonly isRevoked: true
      readonly at: Date
      /** As RFC 5280 names it, where it is told. */
      readonly reason: string | undefined
    }

/** CRLReason (RFC 5280, 5.3.1). */
const REASONS: Readonly<Record<number, string>> = {
  1: 'keyCompromise',
  2: 'cACompromise',
  3: 'affiliationChanged',
  4: 'superseded',
  5: 'cessationOfOperation',
  6: 'certificateHold',
  9: 'privilegeWithdrawn',
  10: 'aACompromise',
}

export const reasonNamed = (code: number | undefined): string | undefined => (code === undefined ? undefined : REASONS[code])

/** Clocks differ. */
const SKEW_MS = 5 * 60_000
/** Who does not say until when an answer holds has newer ones at any time. */
const HOLDS_MS = 86_400_000

/** @throws Error where an answer is not of this time. */
export function requireCurrent(now: Date, from: Date, until: Date | undefined): void {
  if (from.getTime() > now.getTime() + SKEW_MS) throw new Error('it is of the future')
  const end = until?.getTime() ?? from.getTime() + HOLDS_MS
  if (end < now.getTime() - SKEW_MS) throw new Error(`it holds until ${new Date(end).toISOString()} only`)
}
