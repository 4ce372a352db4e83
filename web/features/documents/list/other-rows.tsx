import { memo } from 'react'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { FolderQuery } from '../folder/folder-query.ts'
import { indented, type RowPlace, rowProps } from './row-place.ts'

interface OtherRowProps extends RowPlace {
  readonly isTree: boolean
  readonly selects: boolean
  readonly isMissing: boolean
}

export const UnknownRow = memo(function UnknownRow({
  isTree,
  selects,
  isMissing,
  ...place
}: OtherRowProps) {
  const { t } = useTranslation()
  return (
    <tr
      className="row-grid-row items-row items-row-unknown"
      aria-busy={!isMissing}
      {...rowProps(place, isTree)}
    >
      {selects && <td className="row-grid-check items-check" />}
      <th
        scope="row"
        className="row-grid-name items-name"
        style={isTree ? indented(place.level, false) : undefined}
      >
        {isTree && <span className="items-chevron" />}
        {isMissing ? (
          <span className="meta">{t('documents.missing')}</span>
        ) : (
          <>
            <span className="hidden">{t('common.loading')}</span>
            <span className="skeleton-bar items-bar-icon" />
            <span className="skeleton-bar items-bar-name" />
          </>
        )}
      </th>
    </tr>
  )
})

export function FailedRow({
  query,
  ...place
}: RowPlace & { readonly query: FolderQuery | undefined }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <tr className="row-grid-row items-row items-row-failed" {...rowProps(place, true)}>
      <td className="row-grid-check items-check" />
      <th scope="row" className="row-grid-name items-name" style={indented(place.level, false)}>
        <span className="items-chevron" />
        <span className="ellipsis" role="alert">
          {errorText(query?.error)}
        </span>
        <Button
          size="small"
          tabIndex={place.isActive ? 0 : -1}
          isBusy={query?.isFetching}
          onClick={query?.retry}
        >
          {t('common.retry')}
        </Button>
      </th>
    </tr>
  )
}
