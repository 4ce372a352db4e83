import './search-results.css'
import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FoundItem } from './found-item.tsx'
import { FoundPages } from './found-pages.tsx'
import { isSoughtInTexts, type Sought, useNames, useTexts } from './search-queries.ts'

interface SearchResultsProps extends Sought {
  readonly roomName: string | undefined
  /** The document that is open beside the results. */
  readonly openId: number | undefined
  /** Whether files open where the results stand; else they lead to the folder in which they lie. */
  readonly opensFiles: boolean
  readonly onClear: () => void
}

/** What was found in the whole room: items by their names, and documents by their text with its pages. */
export function SearchResults({ roomName, openId, opensFiles, onClear, ...sought }: SearchResultsProps) {
  const { t } = useTranslation()
  const { q } = sought
  const results = useRef<HTMLDivElement>(null)
  const names = useNames(sought)
  const texts = useTexts(sought)
  useTitle(t('search.title', { q }), roomName, t('app.title'))
  useFocusOnClosed(results, openId)

  const { found = NONE, indexing = 0 } = texts.data ?? {}
  const { hasNextPage, isFetching, isError, fetchNextPage } = texts
  // An answer that ran out of time may have nothing, and the next one something.
  const goesOn = hasNextPage && !isFetching && !isError && texts.data?.isLastEmpty === true
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])

  const inTexts = isSoughtInTexts(q)
  const isDone = names.isSuccess && (!inTexts || (texts.isSuccess && !goesOn && (found.length > 0 || !hasNextPage)))
  const count = (query: { hasNextPage: boolean }, number: number) =>
    t(query.hasNextPage ? 'search.countOrMore' : 'search.count', { count: number })
  const isNothing = isDone && names.data.length + found.length === 0
  const notice = indexing > 0 && <p className="search-notice meta">{t('search.indexing', { count: indexing })}</p>
  return (
    <div ref={results} className="search-results">
      <div className="search-head">
        <h1 className="search-title">{t('search.title', { q })}</h1>
        {!isNothing && (
          <Button size="small" onClick={onClear}>
            {t('search.clear')}
          </Button>
        )}
      </div>
      <p className="hidden" role="status">
        {isNothing && t('search.nothing', { q })}
        {isDone && !isNothing && t('search.found', { names: count(names, names.data.length), texts: count(texts, found.length) })}
      </p>
      {isNothing ? (
        <>
          {notice}
          <EmptyState icon={SearchX} text={t('search.nothing', { q })} action={<Button onClick={onClear}>{t('search.clear')}</Button>} />
        </>
      ) : (
        <>
          <Section title={t('search.names')} count={names.data && count(names, names.data.length)}>
            <QueryState query={names} count={3} />
            {names.data?.length === 0 && <p className="search-none meta">{t('search.noNames')}</p>}
            <ul>
              {names.data?.map((item) => (
                <FoundItem key={item.id} item={item} q={q} isOpen={item.id === openId} opensFiles={opensFiles} />
              ))}
            </ul>
            <More query={names} />
          </Section>
          <Section title={t('search.texts')} count={texts.data && (isDone || found.length > 0) ? count(texts, found.length) : undefined}>
            {notice}
            {inTexts ? <QueryState query={texts} count={4} /> : <p className="search-none meta">{t('search.short')}</p>}
            {isDone && inTexts && found.length === 0 && <p className="search-none meta">{t('search.noTexts')}</p>}
            <ul>
              {found.map((document) => (
                <FoundItem key={document.item.id} item={document.item} q={q} isOpen={document.item.id === openId} opensFiles={opensFiles}>
                  <FoundPages {...document} q={q} opensFiles={opensFiles} />
                </FoundItem>
              ))}
            </ul>
            {texts.isSuccess && !isDone ? <p className="search-none meta">{t('search.searching')}</p> : <More query={texts} />}
          </Section>
        </>
      )}
    </div>
  )
}

const NONE: never[] = []

interface SectionProps {
  readonly title: string
  /** In words; undefined while nobody knows. */
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

/** When the document beside the results is closed, its result has the focus. */
function useFocusOnClosed(results: { readonly current: HTMLElement | null }, openId: number | undefined): void {
  const last = useRef(openId)
  useEffect(() => {
    const closed = openId === undefined ? last.current : undefined
    last.current = openId
    if (closed !== undefined && document.activeElement === document.body)
      results.current?.querySelector<HTMLElement>(`[data-found="${closed}"]`)?.focus()
  }, [results, openId])
}
