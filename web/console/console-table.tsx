import './console-table.css'
import type { ReactNode } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { ScrollArea } from '../ui/list/scroll-area.tsx'

interface Head {
  readonly id: string
  readonly sort?: 'ascending' | 'descending' | undefined
  readonly content: ReactNode
}

interface ConsoleTableProps {
  readonly label: string
  readonly heads: readonly Head[]
  readonly children: ReactNode
}

export function ConsoleTable({ label, heads, children }: ConsoleTableProps) {
  return (
    <ScrollArea className="console-table-frame" label={label}>
      <table className="console-table">
        <caption className="hidden">{label}</caption>
        <thead>
          <tr>
            {heads.map(({ id, sort, content }) => (
              <th key={id} scope="col" aria-sort={sort}>
                {content}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollArea>
  )
}

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): unknown
  }
}

export function More({ query }: MoreProps) {
  const { t } = useTranslation()
  if (!query.hasNextPage) return null
  return (
    <div className="console-more">
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('common.more')}
      </Button>
    </div>
  )
}
