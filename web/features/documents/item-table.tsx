import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../../../contract/features/documents.ts'
import { ItemRow } from './item-row.tsx'
import type { TrailEntry } from './trail.ts'

interface ItemTableProps {
  readonly items: readonly Item[]
  readonly trail: readonly TrailEntry[]
  readonly folder: number
  readonly opensFiles: boolean
  readonly openId?: number | undefined
  /** Stands above the first row. */
  readonly newRow?: ReactNode
}

export function ItemTable({ items, trail, folder, opensFiles, openId, newRow }: ItemTableProps) {
  const { t } = useTranslation()
  return (
    <table className="table items">
      <caption className="hidden">{t('documents.list')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('documents.name')}</th>
          <th scope="col" className="wide-only">
            {t('documents.date')}
          </th>
          <th scope="col" className="wide-only">
            {t('documents.type')}
          </th>
          <th scope="col" className="end wide-only">
            {t('documents.size')}
          </th>
          <th scope="col">
            <span className="hidden">{t('documents.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {newRow}
        {items.map((item) => (
          <ItemRow key={item.id} item={item} trail={trail} folder={folder} opensFiles={opensFiles} isOpen={item.id === openId} />
        ))}
      </tbody>
    </table>
  )
}

/** Asks for more when it comes into sight; a button too, for those who do not scroll. */
export function MoreButton({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const more = useEffectEvent(onMore)

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more())
    if (button.current) observer.observe(button.current)
    return () => observer.disconnect()
  }, [])

  return (
    <button ref={button} type="button" className="button more" disabled={isLoading} onClick={onMore}>
      {t(isLoading ? 'common.loading' : 'common.more')}
    </button>
  )
}
