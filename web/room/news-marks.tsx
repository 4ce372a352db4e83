import { Star } from 'lucide-react'
import type { Item } from '../../contract/features/documents.ts'
import type { Translate } from '../lib/i18n.ts'
import { Chip } from '../ui/list/chip.tsx'

type Marked = Pick<Item, 'isNew' | 'isUpdated' | 'favourite'>

export function NewsMarks({
  item: { isNew, isUpdated, favourite },
  t,
}: {
  readonly item: Marked
  readonly t: Translate
}) {
  return (
    <>
      {isNew && <Chip tone="ok" text={t('documents.isNew')} />}
      {isUpdated && <Chip tone="ok" text={t('documents.isUpdated')} />}
      {favourite && (
        <Star
          className="favourite-mark"
          role="img"
          aria-hidden={false}
          aria-label={t('documents.favourite')}
        />
      )}
    </>
  )
}
