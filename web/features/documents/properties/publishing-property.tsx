import type { Item } from '../../../../contract/features/documents.ts'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { stagedText } from '../../../room/staged-mark.tsx'

export function PublishingProperty({ item }: { readonly item: Item }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { waits, publishAt, unpublishAt } = item
  const dateOf = (instant: string) => formatInstant(instant, language)
  const state =
    waits && item.state === 'published' && !item.isUnseen
      ? t('item.publishedNow')
      : (stagedText(item, t) ?? t('item.publishedNow'))
  const notes = [
    waits &&
      t('item.waits', {
        number: waits.number,
        size: formatSize(waits.size),
        date: dateOf(waits.uploadedAt),
      }),
    publishAt && t('item.publishAt', { date: dateOf(publishAt) }),
    unpublishAt && t('item.unpublishAt', { date: dateOf(unpublishAt) }),
  ].filter((note) => note !== undefined)
  return (
    <>
      {state}
      {notes.map((note) => (
        <span key={note} className="meta properties-note">
          {note}
        </span>
      ))}
    </>
  )
}
