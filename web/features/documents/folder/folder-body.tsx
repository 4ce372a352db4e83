import { useNavigate, useRouter } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { inFolder } from '../../../room/folder-search.ts'
import { useInRoom, usePhaseBlock } from '../../../room/room-access.ts'
import { EmptyState, FailureState, SkeletonRows } from '../../../ui/state/states.tsx'
import type { ActionCaller, ItemActions } from '../actions/item-actions.ts'
import { isFolder } from '../file-kind.ts'
import { ItemsGrid } from '../list/items-grid.tsx'
import type { Table } from '../list/use-table.ts'
import type { FolderQuery } from './folder-query.ts'

interface FolderBodyProps {
  readonly caller: ActionCaller
  readonly table: Table
  readonly actions: ItemActions | undefined
  readonly opensFiles: boolean
  readonly openId: number | undefined
  readonly searchedId: number | undefined
  readonly landing: number | undefined
  readonly frame: RefObject<HTMLElement | null>
  readonly goTo: (folder: number) => void
  readonly newRow: ReactNode
  readonly emptyAction?: ReactNode
}

/** Typed names must survive updates. */
export function FolderBody({
  table,
  actions,
  opensFiles,
  goTo,
  emptyAction,
  ...rest
}: FolderBodyProps) {
  const { t } = useTranslation()
  const { query, folder } = table
  const { hrefOf, onOpen } = useOpening(folder, { opensFiles, goTo })
  const isFrozen = usePhaseBlock('documents.write') !== undefined
  const isNaming = rest.newRow !== undefined

  if (!query.data && !isNaming) return <Unlisted query={query} />
  if (query.data?.total === 0 && !isNaming) {
    const text = t(actions && !isFrozen ? 'documents.emptyOperator' : 'documents.empty')
    return <EmptyState icon={FolderOpen} text={text} action={isFrozen ? undefined : emptyAction} />
  }
  const unlisted = query.data ? undefined : <Unlisted query={query} />
  return (
    <ItemsGrid
      {...rest}
      table={table}
      actions={actions}
      hrefOf={hrefOf}
      onOpen={onOpen}
      unlisted={unlisted}
    />
  )
}

function Unlisted({ query }: { readonly query: FolderQuery }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (query.isPending) return <SkeletonRows label={t('common.loading')} />
  return (
    <FailureState
      text={errorText(query.error)}
      retryLabel={t('common.retry')}
      isRetrying={query.isFetching}
      onRetry={query.retry}
    />
  )
}

function useOpening(
  folder: number,
  { opensFiles, goTo }: Pick<FolderBodyProps, 'opensFiles' | 'goTo'>,
) {
  const router = useRouter()
  const inRoom = useInRoom()
  const navigate = useNavigate()
  const searchOf = ({ id }: Item) => ({ ...inFolder(folder), doc: id })
  return {
    hrefOf(item: Item) {
      if (!isFolder(item) && !opensFiles) return undefined
      const { href } = router.buildLocation(
        isFolder(item)
          ? { to: '.', search: { folder: item.id } }
          : { to: '/', search: searchOf(item) },
      )
      return inRoom(href)
    },
    onOpen(item: Item, follows: boolean) {
      if (isFolder(item)) goTo(item.id)
      else void navigate({ to: '/', search: searchOf(item), replace: follows, resetScroll: false })
    },
  }
}
