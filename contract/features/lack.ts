import type { ParticipantType } from './composed.ts'

/** What a draft lacks before it can be sent, by the code of the table of errors. */
export type Lack =
  | { readonly code: 'SIGN_NOBODY' }
  /** `count`: boxes that no signer fills. */
  | { readonly code: 'SIGN_BOX_OF_NOBODY'; readonly count: number }
  /** `names`: of signers who have nothing to fill. */
  | { readonly code: 'SIGN_WITHOUT_BOX'; readonly names: readonly string[] }

interface Draft {
  readonly participants: readonly { readonly id: number; readonly name: string; readonly type: ParticipantType }[]
  /** `participant`: the id of who fills it; null while nobody does. */
  readonly boxes: readonly { readonly participant: number | null }[]
}

/**
 * Decides whether a draft can be sent: undefined where nothing stands against it. Boxes are filled by signers alone; where there is one of them,
 * boxes of nobody are that signer's. Without any box a document is signed by consent.
 */
export function lackOf({ participants, boxes }: Draft): Lack | undefined {
  if (participants.every(({ type }) => type === 'CC')) return { code: 'SIGN_NOBODY' }
  const signers = participants.filter(({ type }) => type === 'SIGNER')
  if (signers.length === 1 || boxes.length === 0) return undefined
  const ids = new Set<number | null>(signers.map(({ id }) => id))
  const strayCount = boxes.filter(({ participant }) => !ids.has(participant)).length
  if (strayCount > 0) return { code: 'SIGN_BOX_OF_NOBODY', count: strayCount }
  const owners = new Set(boxes.map(({ participant }) => participant))
  const without = signers.filter(({ id }) => !owners.has(id))
  return without.length === 0 ? undefined : { code: 'SIGN_WITHOUT_BOX', names: without.map(({ name }) => name) }
}
