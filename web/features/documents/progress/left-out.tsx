import type { ReactNode } from 'react'
import { READING_ERRORS } from '../../../../contract/core/errors/errors-of-reading.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { ReasonList } from '../../../ui/dialog/reason-list.tsx'

function LeftOut({ items }: { readonly items: readonly Item[] }) {
  const { t, language } = useTranslation()
  return (
    <ReasonList
      label={t('selection.leftOutList')}
      rows={items}
      describe={({ id, name }) => ({
        key: id,
        name,
        reason: READING_ERRORS.DOWNLOAD_DENIED[language],
      })}
      others={(count) => t('item.others', { count })}
    />
  )
}

export const leftOut = (items: readonly Item[]): ReactNode => <LeftOut items={items} />
