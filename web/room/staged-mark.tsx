import type { Item } from '../../contract/features/documents.ts'
import type { Translate } from '../lib/i18n.ts'
import { Chip } from '../ui/list/chip.tsx'

type Marked = Pick<Item, 'state' | 'isUnseen' | 'waits'>

export type StagedKey = 'documents.staged' | 'documents.stagedAbove' | 'documents.stagedVersion'

export function stagedKeyOf({ state, isUnseen, waits }: Marked): StagedKey | undefined {
  if (state === 'staged') return 'documents.staged'
  if (isUnseen) return 'documents.stagedAbove'
  return waits && 'documents.stagedVersion'
}

export function stagedText(item: Marked, t: Translate): string | undefined {
  const key = stagedKeyOf(item)
  return key && t(key)
}

export function StagedMark({ item, t }: { readonly item: Marked; readonly t: Translate }) {
  const text = stagedText(item, t)
  return text === undefined ? null : <Chip tone="warn" text={text} />
}
