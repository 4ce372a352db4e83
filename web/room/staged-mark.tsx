import type { Item } from '../../contract/features/documents.ts'
import type { Translate } from '../lib/i18n.ts'
import { Chip } from '../ui/list/chip.tsx'

type Marked = Pick<Item, 'state' | 'isUnseen' | 'waits'>

/** Readers have no such items. */
export function stagedText({ state, isUnseen, waits }: Marked, t: Translate): string | undefined {
  if (state === 'staged') return t('documents.staged')
  if (isUnseen) return t('documents.stagedAbove')
  return waits && t('documents.stagedVersion')
}

export function StagedMark({ item, t }: { readonly item: Marked; readonly t: Translate }) {
  const text = stagedText(item, t)
  return text === undefined ? null : <Chip tone="warn" text={text} />
}
