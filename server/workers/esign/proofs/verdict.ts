export type RevocationVerdict =
  | { readonly isRevoked: false }
  | {
      readonly isRevoked: true
      readonly at: Date
      readonly reason: string | undefined
    }

/** RFC 5280, section 5.3.1, numbers CRLReason. */
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

export const reasonNamed = (code: number | undefined): string | undefined =>
  code === undefined ? undefined : REASONS[code]

const SKEW_MS = 5 * 60_000
/** Responses without an end hold this long. */
const HOLDS_MS = 86_400_000

export function requireCurrent(now: Date, from: Date, until: Date | undefined): void {
  if (from.getTime() > now.getTime() + SKEW_MS) throw new Error('it is of the future')
  const end = until?.getTime() ?? from.getTime() + HOLDS_MS
  if (end < now.getTime() - SKEW_MS)
    throw new Error(`it holds until ${new Date(end).toISOString()} only`)
}
