import './check-list.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { CHECK_FINDINGS, check } from '../../../contract/features/publishing.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { FailedQuery } from '../../ui/state/query-state.tsx'

type Finding = PayloadOut<typeof check>[number]

interface CheckListProps {
  readonly roomId: number
  readonly ids: readonly number[]
  readonly onLeave: () => void
}

function useCheck(roomId: number, ids: readonly number[]) {
  const api = useApi()
  const query = useInfiniteQuery({
    queryKey: ['publishing-check', roomId, ids],
    gcTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.page(
        check,
        {
          body: {
            roomId,
            ids: [...ids],
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => ({
      findings: pages.flatMap(({ payload }) => payload),
      checked: pages.reduce((sum, { beside }) => sum + beside.checked, 0),
      total: pages[0]?.beside.total ?? 0,
    }),
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return query
}

export function CheckList({ roomId, ids, onLeave }: CheckListProps) {
  const { t } = useTranslation()
  const query = useCheck(roomId, ids)
  const { findings = [], checked = 0, total = 0 } = query.data ?? {}
  const isOver = query.data !== undefined && !query.hasNextPage
  const result =
    findings.length === 0
      ? t('publishing.checkNone', { count: checked })
      : t('publishing.checkSome', { count: findings.length })
  if (query.isError) return <FailedQuery query={query} />
  return (
    <section className="check-list" aria-label={t('publishing.check')}>
      <h3 className="check-title">{t('publishing.check')}</h3>
      <p className="check-status meta numbers" role="status">
        {isOver && (findings.length === 0 ? <CircleCheck /> : <TriangleAlert />)}
        {isOver ? result : t('publishing.checking', { checked, total })}
      </p>
      {CHECK_FINDINGS.map((kind) => (
        <Findings
          key={kind}
          kind={kind}
          findings={findings.filter(({ finding }) => finding === kind)}
          onLeave={onLeave}
        />
      ))}
      {isOver && <p className="meta">{t('publishing.checkHint')}</p>}
    </section>
  )
}

interface FindingsProps extends Pick<CheckListProps, 'onLeave'> {
  readonly kind: Finding['finding']
  readonly findings: readonly Finding[]
}

function Findings({ kind, findings, onLeave }: FindingsProps) {
  const { t } = useTranslation()
  if (findings.length === 0) return null
  return (
    <details className="check-kind">
      <summary>
        {t(`publishing.${kind}`)} <span className="meta numbers">{findings.length}</span>
      </summary>
      <ul>
        {findings.map(({ itemId, parent, path, other }) => (
          <li key={itemId}>
            <Link
              to="/admin/upload"
              search={inFolder(parent)}
              state={{ searched: itemId }}
              onClick={onLeave}
            >
              {path}
            </Link>
            {other && (
              <Link
                className="meta"
                to="/admin/upload"
                search={inFolder(other.parent)}
                state={{ searched: other.itemId }}
                onClick={onLeave}
              >
                {t('publishing.checkSame', { path: other.path })}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
