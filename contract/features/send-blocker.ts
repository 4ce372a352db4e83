import type { ParticipantType } from './composed.ts'

export type SendBlocker =
  | { readonly code: 'SIGN_NOBODY' }
  | { readonly code: 'SIGN_BOX_OF_NOBODY'; readonly count: number }
  | { readonly code: 'SIGN_WITHOUT_BOX'; readonly names: readonly string[] }

interface Draft {
  readonly participants: readonly {
    readonly id: number
    readonly name: string
    readonly type: ParticipantType
  }[]
  /** The id is the signer's; null means none. */
  readonly boxes: readonly { readonly participant: number | null }[]
}

/** A single signer gets unassigned boxes. Without boxes, people sign by consent. */
export function sendBlocker({ participants, boxes }: Draft): SendBlocker | undefined {
  if (participants.every(({ type }) => type === 'CC')) return { code: 'SIGN_NOBODY' }
  const signers = participants.filter(({ type }) => type === 'SIGNER')
  if (signers.length === 1 || boxes.length === 0) return undefined
  const ids = new Set<number | null>(signers.map(({ id }) => id))
  const strayCount = boxes.filter(({ participant }) => !ids.has(participant)).length
  if (strayCount > 0) return { code: 'SIGN_BOX_OF_NOBODY', count: strayCount }
  const owners = new Set(boxes.map(({ participant }) => participant))
  const without = signers.filter(({ id }) => !owners.has(id))
  return without.length === 0
    ? undefined
    : { code: 'SIGN_WITHOUT_BOX', names: without.map(({ name }) => name) }
}
