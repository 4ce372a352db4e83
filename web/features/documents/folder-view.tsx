import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../lib/api-context.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Icon } from '../../ui/icon.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { isFolder } from './file-kind.ts'
import { ItemTable, MoreButton } from './item-table.tsx'
import { useItems } from './items-query.ts'
import { NewFolderRow } from './new-folder-row.tsx'
import { type TrailEntry, trailOf } from './trail.ts'

interface FolderViewProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  /** 0 is the root. */
  readonly folder: number
  readonly opensFiles: boolean
  readonly openId?: number | undefined
  /** The name of the screen in the window's title. */
  readonly screen: string
  readonly roomName: string | undefined
  /** What the operator's list offers beside the list itself; gets the name of the folder. */
  readonly tools?: (folderName: string) => ReactNode
}

/** A folder: where it lies, what it holds, and what can be done in it. */
export function FolderView(props: FolderViewProps) {
  const { t } = useTranslation()
  const { folder, caller } = props
  const remembered = useLocation({ select: ({ state }) => state.trail })
  const items = useItems(caller.roomId, folder)
  const [namingIn, setNamingIn] = useState<number>()

  const trail = trailOf(folder, remembered, items.data ?? [])
  const folderName = trail.at(-1)?.name ?? t('documents.root')
  useTitle(folder === 0 ? props.screen : folderName, props.roomName, t('app.title'))

  const files = items.data?.filter((item) => !isFolder(item)).length
  return (
    <section className="pane" aria-label={t('documents.list')}>
      <div className="pane-head">
        <Breadcrumb trail={trail} />
        <div className="pane-tools">
          {files !== undefined && (
            <span className="meta numbers">{t(items.hasNextPage ? 'documents.countMore' : 'documents.count', { count: files })}</span>
          )}
          {props.tools && (
            <button type="button" className="button" onClick={() => setNamingIn(folder)}>
              <Icon name="folder-plus" />
              {t('documents.createFolder')}
            </button>
          )}
          {props.tools?.(folderName)}
        </div>
      </div>
      <div className="pane-body" key={folder}>
        <FolderBody
          {...props}
          items={items}
          trail={trail}
          newRow={namingIn === folder ? <NewFolderRow caller={caller} parent={folder} onClose={() => setNamingIn(undefined)} /> : undefined}
        />
      </div>
    </section>
  )
}

interface FolderBodyProps extends FolderViewProps {
  readonly items: ReturnType<typeof useItems>
  readonly trail: readonly TrailEntry[]
  readonly newRow: ReactNode
}

function FolderBody({ items, trail, newRow, folder, opensFiles, openId, tools }: FolderBodyProps) {
  const { t } = useTranslation()
  if (items.isPending) return <SkeletonRows />
  if (items.isError && !items.data) return <Failure error={items.error} isRetrying={false} onRetry={() => void items.refetch()} />
  const { data = [] } = items
  if (data.length === 0 && newRow === undefined) {
    return (
      <div className="empty">
        <Icon name="folder" />
        <p>{t(tools ? 'documents.emptyOperator' : 'documents.empty')}</p>
      </div>
    )
  }
  return (
    <>
      <ItemTable items={data} trail={trail} folder={folder} opensFiles={opensFiles} openId={openId} newRow={newRow} />
      <NextPage items={items} />
    </>
  )
}

/** What comes after the last row. A page that failed is not asked for by scrolling again, but by the person. */
function NextPage({ items }: { readonly items: ReturnType<typeof useItems> }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = items
  const fetchMore = () => void items.fetchNextPage()
  if (isFetchNextPageError) return <Failure error={items.error} isRetrying={isFetchingNextPage} onRetry={fetchMore} />
  return hasNextPage ? <MoreButton isLoading={isFetchingNextPage} onMore={fetchMore} /> : null
}

interface FailureProps {
  readonly error: unknown
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

function Failure({ error, isRetrying, onRetry }: FailureProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div className="empty" role="alert">
      <p>{errorText(error)}</p>
      <button type="button" className="button" disabled={isRetrying} onClick={onRetry}>
        {t(isRetrying ? 'common.loading' : 'common.retry')}
      </button>
    </div>
  )
}

const SKELETON = ['a', 'b', 'c', 'd', 'e', 'f'] as const

function SkeletonRows() {
  const { t } = useTranslation()
  return (
    <div className="skeleton" role="status">
      <span className="hidden">{t('common.loading')}</span>
      {SKELETON.map((key) => (
        <div key={key} className="skeleton-row" />
      ))}
    </div>
  )
}
