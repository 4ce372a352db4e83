import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'
import { QueryState } from '../state/query-state.tsx'
import { EmptyState } from '../state/states.tsx'
import { Modal } from './modal.tsx'

interface NextPages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

interface ListDialogProps<Row> {
  readonly title: string
  readonly help: string
  readonly query: ComponentProps<typeof QueryState>['query'] & Partial<NextPages>
  readonly rows: readonly Row[] | undefined
  readonly count: number
  readonly empty?: { readonly icon: LucideIcon; readonly text: string }
  readonly moreLabel?: string
  readonly row: (row: Row) => ReactNode
  readonly below?: ReactNode
  readonly buttons?: ReactNode
  readonly closeRef: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

export function ListDialog<Row>(props: ListDialogProps<Row>) {
  const {
    title,
    help,
    query,
    rows,
    count,
    empty,
    moreLabel,
    row,
    below,
    buttons,
    closeRef,
    onClose,
  } = props
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={closeRef}
      onDismiss={onClose}
    >
      <h2 id={`${id}-title`} className="title">
        {title}
      </h2>
      <p id={`${id}-help`} className="meta">
        {help}
      </p>
      <QueryState query={query} count={count} />
      {rows?.length === 0 && empty && <EmptyState {...empty} />}
      {rows && rows.length > 0 && <ul className="modal-list">{rows.map(row)}</ul>}
      {query.hasNextPage && (
        <Button
          size="small"
          isBusy={query.isFetchingNextPage ?? false}
          onClick={() => void query.fetchNextPage?.()}
        >
          {moreLabel}
        </Button>
      )}
      {below}
      <div className="modal-buttons">
        {buttons}
        <Button ref={closeRef} variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}
