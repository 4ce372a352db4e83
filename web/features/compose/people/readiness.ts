import type { Template } from '../../../../contract/features/composed.ts'

/** What stands against sending a draft, or should be known before. */
export interface Readiness {
  readonly hasActors: boolean
  /** Signers who have nothing to fill. */
  readonly withoutBox: readonly string[]
  /** Boxes that nobody fills. */
  readonly orphans: number
}

/** Looks at a draft before it is sent. */
export function readinessOf({ participants, boxes }: Pick<Template, 'participants' | 'boxes'>): Readiness {
  const signers = participants.filter(({ type }) => type === 'SIGNER')
  return {
    hasActors: participants.some(({ type }) => type !== 'CC'),
    withoutBox: signers.filter(({ id }) => !boxes.some(({ participant }) => participant === id)).map(({ name }) => name),
    orphans: boxes.filter(({ participant }) => participant === null).length,
  }
}
