import '../../../ui/page/screen.css'
import './trash-page.css'
import { type LucideIcon, RotateCcw, Trash2 } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { TrashedItem } from '../../../../contract/features/documents/trash.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTitle } from '../../../lib/browser/use-title.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useIsContentOperator, usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { TRASH_DAYS } from './days-left.ts'
import { TrashGrid } from './trash-grid.tsx'
import { type TrashQuery, useTrash } from './trash-query.ts'
import { type TrashActions, type TrashCaller, useTrashActions } from './use-trash-actions.tsx'
import { type TrashSelection, useTrashSelection } from './use-trash-selection.ts'

interface TrashPageProps {
  readonly caller: TrashCaller
  readonly roomName: string | undefined
}

const NONE: readonly TrashedItem[] = []

export function TrashPage({ caller, roomName }: TrashPageProps) {
  const { t } = useTranslation()
  const query = useTrash(caller.roomId)
  const items = query.data ?? NONE
  const selection = useTrashSelection(items)
  const actions = useTrashActions(caller)
  const title = useRef<HTMLHeadingElement>(null)
  useTitle(t('trash.title'), roomName, t('app.title'))
  useFocusKept(title, items.length === 0)

  return (
    <section className="screen trash" aria-labelledby="trash-title">
      <div className="screen-head trash-bar">
        <h1 id="trash-title" ref={title} className="screen-title" tabIndex={-1}>
          {t('trash.title')}
        </h1>
        {items.length > 0 && (
          <TrashTools items={items} query={query} selection={selection} actions={actions} />
        )}
      </div>
      {items.length > 0 && (
        <p className="trash-hint meta">{t('trash.hint', { days: TRASH_DAYS })}</p>
      )}
      <TrashBody items={items} query={query} selection={selection} actions={actions} />
      {actions.progress}
    </section>
  )
}

function useFocusKept(title: RefObject<HTMLElement | null>, isEmpty: boolean) {
  const wasEmpty = useRef(isEmpty)
  useLayoutEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body)
      title.current?.focus()
    wasEmpty.current = isEmpty
  }, [title, isEmpty])
}

interface TrashParts {
  readonly items: readonly TrashedItem[]
  readonly query: TrashQuery
  readonly selection: TrashSelection
  readonly actions: TrashActions
}

function TrashTools({ items, query, selection, actions }: TrashParts) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const emptyAll = useEmptyAll(query, actions)
  const count = selection.items.length
  const shown = t(query.hasNextPage ? 'documents.itemsOrMore' : 'documents.items', {
    count: items.length,
  })
  const frozen = usePhaseBlock('documents.write')
  const isContentOperator = useIsContentOperator()
  const chosen = {
    blockedBecause: frozen ?? (count === 0 ? t('trash.nothingSelected') : undefined),
    isBusy: actions.isRunning,
  }
  const iconOf = (icon: LucideIcon) => (isNarrow ? undefined : icon)
  return (
    <>
      <span className="meta numbers" role="status">
        {count > 0 ? t('trash.selected', { count }) : shown}
      </span>
      <div className="trash-tools">
        <Button
          icon={iconOf(RotateCcw)}
          {...chosen}
          onClick={() => void actions.restore(selection.items)}
        >
          {t('trash.restore')}
        </Button>
        {!isContentOperator && (
          <>
            <Button
              icon={iconOf(Trash2)}
              {...chosen}
              onClick={() => void actions.destroy(selection.items)}
            >
              {t('trash.destroy')}
            </Button>
            <Button
              variant="danger"
              blockedBecause={frozen}
              isBusy={actions.isRunning}
              onClick={() => void emptyAll()}
            >
              {t('trash.empty')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function useEmptyAll(query: TrashQuery, actions: TrashActions): () => Promise<void> {
  const block = useBusy()
  const alertError = useErrorAlert()
  const loadAll = async () => {
    let loaded: Pick<TrashQuery, 'data' | 'hasNextPage' | 'isFetchNextPageError' | 'error'> = query
    while (loaded.hasNextPage && !loaded.isFetchNextPageError) loaded = await query.fetchNextPage()
    return loaded
  }
  return async () => {
    const {
      data = NONE,
      isFetchNextPageError,
      error,
    } = query.hasNextPage ? await block(loadAll()) : query
    if (isFetchNextPageError) await alertError(error)
    else await actions.empty(data)
  }
}

function TrashBody({ items, query, selection, actions }: TrashParts) {
  const { t } = useTranslation()
  if (!query.data) return <QueryState query={query} count={8} />
  if (items.length === 0)
    return <EmptyState icon={Trash2} text={t('trash.isEmpty', { days: TRASH_DAYS })} />
  return <TrashGrid items={items} query={query} selection={selection} actions={actions} />
}
