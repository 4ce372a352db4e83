import { memo } from 'react'
import { useErrorText } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { type ListingQuery, QUIETLY } from './items-query.ts'
import { indented, type RowPlace, rowProps } from './row-place.ts'

interface OtherRowProps extends RowPlace {
  /** Whether folders open in place. */
  readonly isTree: boolean
}

/** A row whose page has not come yet. */
export const UnknownRow = memo(function UnknownRow({ isTree, ...place }: OtherRowProps) {
  const { t } = useTranslation()
  return (
    <tr className="items-row items-row-unknown" aria-busy="true" {...rowProps(place, isTree)}>
      {isTree && <td className="items-check" />}
      <th scope="row" className="items-name" style={isTree ? indented(place.level, false) : undefined}>
        <span className="hidden">{t('common.loading')}</span>
        {isTree && <span className="items-chevron" />}
        <span className="skeleton-bar items-bar-icon" />
        <span className="skeleton-bar items-bar-name" />
      </th>
    </tr>
  )
})

/** Asks again for what could not be had. */
const askAgain = (query: ListingQuery | undefined): void =>
  void (query?.isFetchNextPageError ? query.fetchNextPage(QUIETLY) : query?.refetch())

/** Stands for the rows of an expanded folder that could not be had. Enter asks for them again. */
export function FailedRow({ query, ...place }: RowPlace & { readonly query: ListingQuery | undefined }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <tr className="items-row items-row-failed" {...rowProps(place, true)}>
      <td className="items-check" />
      <th scope="row" className="items-name" style={indented(place.level, false)}>
        <span className="items-chevron" />
        <span className="ellipsis" role="alert">
          {errorText(query?.error)}
        </span>
        <Button size="small" tabIndex={place.isActive ? 0 : -1} isBusy={query?.isFetching} data-retry="" onClick={() => askAgain(query)}>
          {t('common.retry')}
        </Button>
      </th>
    </tr>
  )
}
