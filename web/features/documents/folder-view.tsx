import './folder-view.css'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { FolderOpen, FolderPlus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import { useErrorText } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useTitle } from '../../lib/use-title.ts'
import { EmptyState, FailureState, SkeletonRows } from '../../ui/states.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { isFolder } from './file-kind.ts'
import { ItemsGrid } from './items-grid.tsx'
import { type ListingQuery, useFolderPath, useListing } from './items-query.ts'
import { fileCount } from './listing.ts'
import { NewFolderRow } from './new-folder-row.tsx'

interface FolderViewProps {
  readonly caller: { readonly id: number; readonly roomId: number; readonly download: boolean }
  /** 0 is the root. */
  readonly folder: number
  /** Whether files open where this list stands. */
  readonly opensFiles: boolean
  readonly openId?: number | undefined
  /** The name of the screen in the window's title. */
  readonly screen: string
  readonly roomName: string | undefined
  /** What the operator's list offers beside the list itself; gets the name of the folder. */
  readonly tools?: (folderName: string) => ReactNode
  /** Stands between the head and the list. */
  readonly above?: (folderName: string) => ReactNode
}

/** A folder: where it lies, what it holds, and what can be done in it. */
export function FolderView(props: FolderViewProps) {
  const { t } = useTranslation()
  const { folder, caller, tools } = props
  const frame = useRef<HTMLDivElement>(null)
  const query = useListing(caller.roomId, folder)
  const path = useFolderPath(caller.roomId, folder)
  const [namingIn, setNamingIn] = useState<number>()
  const [landing, setLanding] = useLanding(folder)
  const goTo = useGoTo(frame)
  useFocusKept(frame, folder)

  const folderName = path?.at(-1)?.folderName ?? t('documents.root')
  const screenName = folder === 0 ? props.screen : folderName
  useTitle(screenName, props.roomName, t('app.title'))

  const stopNaming = (created?: number) => {
    if (created !== undefined) setLanding(created)
    setNamingIn(undefined)
    frame.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isUp = event.key === 'Backspace' || (event.key === 'ArrowUp' && event.altKey)
    if (!isUp || folder === 0 || !path || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    goTo(path.at(-2)?.id ?? 0)
  }

  return (
    <div className="folder">
      <h1 className="hidden">{screenName}</h1>
      <div className="folder-head">
        <Breadcrumb path={path} />
        <FileCount query={query} />
        {tools && (
          <div className="folder-tools">
            <ToolButton icon={FolderPlus} label={t('documents.createFolder')} onClick={() => setNamingIn(folder)} />
            {tools(folderName)}
          </div>
        )}
      </div>
      {props.above?.(folderName)}
      <section ref={frame} className="folder-frame" aria-label={folderName} tabIndex={-1} onKeyDown={onKeyDown}>
        <FolderBody
          {...props}
          key={folder}
          query={query}
          landing={landing}
          frame={frame}
          goTo={goTo}
          newRow={namingIn === folder ? <NewFolderRow caller={caller} parent={folder} onClose={stopNaming} /> : undefined}
        />
      </section>
    </div>
  )
}

/** The item on which the list begins: the folder that was left for the one above it, or one that was just made. */
function useLanding(folder: number): [landing: number | undefined, setLanding: (id: number) => void] {
  const [state, setState] = useState<{ folder: number; landing?: number }>({ folder })
  if (state.folder !== folder) setState({ folder, landing: state.folder })
  return [state.landing, (landing) => setState({ folder, landing })]
}

/** A link of the way to a folder is gone when it was followed: the list takes the focus that it had. */
function useFocusKept(frame: RefObject<HTMLElement | null>, folder: number) {
  const shown = useRef(folder)
  useLayoutEffect(() => {
    if (shown.current !== folder && document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
    shown.current = folder
  }, [frame, folder])
}

/** Goes to a folder from within the list. The frame keeps the focus until there are rows. */
function useGoTo(frame: RefObject<HTMLElement | null>): (folder: number) => void {
  const navigate = useNavigate()
  return (folder) => {
    frame.current?.focus({ preventScroll: true })
    void navigate({ to: '.', search: folder === 0 ? {} : { folder } })
  }
}

function FileCount({ query }: { readonly query: ListingQuery }) {
  const { t } = useTranslation()
  if (!query.data) return null
  const { count, isCapped } = fileCount(query.data, query.hasNextPage)
  return <span className="folder-count meta numbers">{t(isCapped ? 'documents.countMore' : 'documents.count', { count })}</span>
}

interface FolderBodyProps extends FolderViewProps {
  readonly query: ListingQuery
  readonly landing: number | undefined
  readonly frame: RefObject<HTMLElement | null>
  readonly goTo: (folder: number) => void
  readonly newRow: ReactNode
}

function FolderBody({ query, folder, opensFiles, openId, tools, caller, goTo, ...rest }: FolderBodyProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { hrefOf, onOpen } = useOpening(folder, opensFiles, goTo)
  const { data } = query

  if (!data) {
    if (query.isPending) return <SkeletonRows label={t('common.loading')} />
    return (
      <FailureState
        text={errorText(query.error)}
        retryLabel={t('common.retry')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (data.items.length === 0 && rest.newRow === undefined) {
    return <EmptyState icon={FolderOpen} text={t(tools ? 'documents.emptyOperator' : 'documents.empty')} />
  }
  return (
    <ItemsGrid {...rest} listing={data} query={query} openId={openId} holdsDownload={caller.download} hrefOf={hrefOf} onOpen={onOpen} />
  )
}

/** Where the items of a folder open, and how. */
function useOpening(folder: number, opensFiles: boolean, goTo: (folder: number) => void) {
  const router = useRouter()
  const navigate = useNavigate()
  const searchOf = ({ id }: Item) => (folder === 0 ? { doc: id } : { folder, doc: id })
  return {
    hrefOf(item: Item) {
      if (isFolder(item)) return router.buildLocation({ to: '.', search: { folder: item.id } }).href
      return opensFiles ? router.buildLocation({ to: '/', search: searchOf(item) }).href : undefined
    },
    onOpen(item: Item, follows: boolean) {
      if (isFolder(item)) goTo(item.id)
      else void navigate({ to: '/', search: searchOf(item), replace: follows, resetScroll: false })
    },
  }
}
