import './search-results.css'
import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import type { FilterAddress } from '../../lib/filter-address.ts'
import { dayOf } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { FoundItem } from './found-item.tsx'
import { FoundPages } from './found-pages.tsx'
import { filterAt, isFiltered, type SearchFilter, wireFilter } from './search-filter.ts'
import { SearchFilterBar } from './search-filter-bar.tsx'
import {
  isSearchedInTexts,
  type Searched,
  useNames,
  useTextCount,
  useTexts,
} from './search-queries.ts'

interface SearchResultsProps extends Omit<Searched, 'filter'> {
  readonly folder: number
  readonly roomName: string | undefined
  readonly openId: number | undefined
  readonly opensFiles: boolean
  readonly confined: FilterAddress
  readonly onConfine: (filter: SearchFilter) => void
  readonly onClear: () => void
  readonly beside: ReactNode
}

export function SearchResults({
  roomName,
  openId,
  opensFiles,
  folder,
  confined,
  onConfine,
  onClear,
  beside,
  ...words
}: SearchResultsProps) {
  const { t } = useTranslation()
  const { q, roomId, listsKey } = words
  const filter = filterAt(confined)
  const [begun] = useState(folder)
  const searched = { ...words, filter: wireFilter(filter, dayOf(systemClock.now())) }
  const results = useRef<HTMLDivElement>(null)
  const names = useNames(searched)
  const texts = useTexts(searched)
  useTitle(t('search.title', { q }), roomName, t('app.title'))
  useFocusOnClosed(results, openId)

  const { found = NONE, indexing = 0 } = texts.data ?? {}
  const { hasNextPage, isFetching, isError, fetchNextPage } = texts
  // A page's time limit may pass before any hit.
  const goesOn = hasNextPage && !isFetching && !isError && texts.data?.isLastEmpty === true
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])

  const inTexts = isSearchedInTexts(q)
  const isDone =
    names.isSuccess &&
    (!inTexts || (texts.isSuccess && !goesOn && (found.length > 0 || !hasNextPage)))
  const count = (query: { hasNextPage: boolean }, number: number) =>
    t(query.hasNextPage ? 'search.countOrMore' : 'search.count', { count: number })
  const counted = useTextCount(searched, isDone && hasNextPage).data
  const textCount = () =>
    counted && hasNextPage
      ? count({ hasNextPage: !counted.isAll }, counted.count)
      : count(texts, found.length)
  const isNothing = isDone && names.data.length + found.length === 0
  const isConfined = isFiltered(filter)
  const nothing = t(isConfined ? 'search.nothingFiltered' : 'search.nothing', { q })
  const notice = indexing > 0 && (
    <p className="search-notice meta">{t('search.indexing', { count: indexing })}</p>
  )
  return (
    <div ref={results} className="search-results">
      <div className="search-head">
        <h1 className="search-title">{t('search.title', { q })}</h1>
        {(!isNothing || isConfined) && (
          <Button size="small" onClick={onClear}>
            {t('search.clear')}
          </Button>
        )}
      </div>
      <SearchFilterBar
        filter={filter}
        onFilter={onConfine}
        roomId={roomId}
        folder={begun}
        listsKey={listsKey}
      />
      {beside}
      <p className="hidden" role="status">
        {isNothing && nothing}
        {isDone &&
          !isNothing &&
          t('search.found', { names: count(names, names.data.length), texts: textCount() })}
      </p>
      {isNothing ? (
        <>
          {notice}
          <EmptyState
            icon={SearchX}
            text={nothing}
            action={
              isConfined ? (
                <Button onClick={() => onConfine({})}>{t('search.clearFilter')}</Button>
              ) : (
                <Button onClick={onClear}>{t('search.clear')}</Button>
              )
            }
          />
        </>
      ) : (
        <>
          <Section title={t('search.names')} count={names.data && count(names, names.data.length)}>
            <QueryState query={names} count={3} />
            {names.data?.length === 0 && <p className="search-none meta">{t('search.noNames')}</p>}
            <ul>
              {names.data?.map((item) => (
                <FoundItem
                  key={item.id}
                  item={item}
                  q={q}
                  filter={filter}
                  isOpen={item.id === openId}
                  opensFiles={opensFiles}
                />
              ))}
            </ul>
            <More query={names} />
          </Section>
          <Section
            title={t('search.texts')}
            count={texts.data && (isDone || found.length > 0) ? textCount() : undefined}
          >
            {notice}
            {inTexts ? (
              <QueryState query={texts} count={4} />
            ) : (
              <p className="search-none meta">{t('search.short')}</p>
            )}
            {isDone && inTexts && found.length === 0 && (
              <p className="search-none meta">{t('search.noTexts')}</p>
            )}
            <ul>
              {found.map((document) => (
                <FoundItem
                  key={document.item.id}
                  item={document.item}
                  q={q}
                  filter={filter}
                  isOpen={document.item.id === openId}
                  opensFiles={opensFiles}
                >
                  <FoundPages {...document} q={q} filter={filter} opensFiles={opensFiles} />
                </FoundItem>
              ))}
            </ul>
            {texts.isSuccess && !isDone ? (
              <p className="search-none meta">{t('search.searching')}</p>
            ) : (
              <More query={texts} />
            )}
          </Section>
        </>
      )}
    </div>
  )
}

const NONE: never[] = []

interface SectionProps {
  readonly title: string
  readonly count: string | undefined
  readonly children: ReactNode
}

function Section({ title, count, children }: SectionProps) {
  return (
    <section className="search-section" aria-label={title}>
      <h2 className="search-section-title">
        {title} {count !== undefined && <span className="meta numbers">{count}</span>}
      </h2>
      {children}
    </section>
  )
}

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

function More({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) {
  const { t } = useTranslation()
  if (!hasNextPage) return null
  return (
    <div className="search-more">
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('search.more')}
      </Button>
    </div>
  )
}

function useFocusOnClosed(
  results: { readonly current: HTMLElement | null },
  openId: number | undefined,
): void {
  const last = useRef(openId)
  useEffect(() => {
    const closed = openId === undefined ? last.current : undefined
    last.current = openId
    if (closed !== undefined && document.activeElement === document.body)
      results.current?.querySelector<HTMLElement>(`[data-found="${closed}"]`)?.focus()
  }, [results, openId])
}
