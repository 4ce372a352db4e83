import { MessageCircleQuestionMark } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { ExchangeMenu } from '../exchange/exchange-menu.tsx'
import { type OwnThreads, type ThreadFilter, useThreads } from '../threads-query.ts'
import { BulkBar } from './bulk-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ThreadList } from './thread-list.tsx'

interface ThreadListPaneProps {
  readonly roomId: number
  readonly memberId: number
  readonly isArea: boolean
  readonly own: OwnThreads | undefined
  readonly openId: string | undefined
  readonly onOpen: (id: string) => void
}

const NOBODY: ReadonlySet<string> = new Set()

export function ThreadListPane({
  roomId,
  memberId,
  isArea,
  own,
  openId,
  onOpen,
}: ThreadListPaneProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<ThreadFilter>({})
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState(NOBODY)
  const words = useDeferredValue(keyword.trim())
  const query = useThreads(roomId, words === '' ? filter : { ...filter, keyword: words })
  const rows = query.data ?? []
  const isFiltered = words !== '' || Object.keys(filter).some((name) => name !== 'sort')
  const selected = rows.filter(({ id }) => chosen.has(id))
  const clear = () => {
    setFilter({})
    setKeyword('')
  }
  return (
    <div className="questions-list">
      <FilterBar
        roomId={roomId}
        memberId={memberId}
        isArea={isArea}
        role={own?.role}
        canSave={own !== undefined}
        filter={filter}
        keyword={keyword}
        onFilter={setFilter}
        onKeyword={setKeyword}
        tools={
          own && (
            <ExchangeMenu
              roomId={roomId}
              isArea={isArea}
              own={own}
              filter={words === '' ? filter : { ...filter, keyword: words }}
            />
          )
        }
      />
      {selected.length > 0 && (
        <BulkBar
          roomId={roomId}
          isArea={isArea}
          selected={selected}
          onDone={() => setChosen(NOBODY)}
        />
      )}
      {query.data === undefined ? (
        <QueryState query={query} count={8} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={MessageCircleQuestionMark}
          text={t(isFiltered ? 'questions.noneFound' : 'questions.none')}
          action={isFiltered && <Button onClick={clear}>{t('questions.clear')}</Button>}
        />
      ) : (
        <ThreadList
          rows={rows}
          openId={openId}
          chosen={chosen}
          isStale={query.isPlaceholderData}
          onOpen={onOpen}
          onChoose={setChosen}
          more={
            query.hasNextPage && (
              <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('questions.more')}
              </Button>
            )
          }
        />
      )}
    </div>
  )
}
