import './folder-view.css'
import { useNavigate } from '@tanstack/react-router'
import { FolderPlus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import { inFolder } from '../../lib/folder-search.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { usePhaseBlock } from '../../lib/room-phase.ts'
import { useTitle } from '../../lib/use-title.ts'
import { LazyMenu } from '../../ui/lazy-menu.tsx'
import type { MenuAnchor } from '../../ui/menu-place.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import type { ActionCaller, ItemActions } from './actions/item-actions.ts'
import { useItemActions } from './actions/use-item-actions.tsx'
import { usePrintKey } from './actions/use-print-key.ts'
import { FolderBody } from './folder-body.tsx'
import { FolderHead } from './folder-head.tsx'
import { closest, isMenuKey, isWriting } from './grid-targets.ts'
import { useFolderPath } from './items-query.ts'
import { NewFolderRow } from './new-folder-row.tsx'
import { useTable } from './use-table.ts'

interface FolderViewProps {
  readonly caller: ActionCaller
  /** 0 is the root. */
  readonly folder: number
  /** Whether files open where this list stands. */
  readonly opensFiles: boolean
  readonly openId?: number | undefined
  /** The name of the screen in the window's title. */
  readonly screen: string
  readonly roomName: string | undefined
  /** What a reader is offered who may fill an empty room. */
  readonly emptyAction?: ReactNode
}

interface ManagedFolderViewProps extends FolderViewProps {
  /** Stands before the way to the folder. */
  readonly lead: ReactNode
  /** What is offered beside the list itself; gets the name of the folder. */
  readonly tools: (folderName: string) => ReactNode
  /** Stands between the head and the list; gets whether nothing is known to be in the folder. */
  readonly above: (folderName: string, isEmpty: boolean) => ReactNode
  /** The item to which the list was opened. */
  readonly soughtId: number | undefined
  /** Shows what was done with a file. */
  readonly onActivity: (file: Item) => void
}

/** A folder as it is read: where it lies and what it holds. A click opens. */
export function FolderView(props: FolderViewProps) {
  return <Folder {...props} actions={undefined} newFolder={undefined} />
}

/** A folder as operators put it in order: folders open in place, items are selected, dragged, changed. */
export function ManagedFolderView(props: ManagedFolderViewProps) {
  const { t } = useTranslation()
  const { folder, caller } = props
  const [namingIn, setNamingIn] = useState<number>()
  const blockedBecause = usePhaseBlock('documents.write')
  const start = () => setNamingIn(folder)
  const actions = useItemActions(caller, folder, start, props.onActivity)
  const tools = (folderName: string) => (
    <>
      <ToolButton icon={FolderPlus} label={t('documents.createFolder')} blockedBecause={blockedBecause} onClick={start} />
      {props.tools(folderName)}
    </>
  )
  const newFolder: NewFolder = { isNamed: namingIn === folder && blockedBecause === undefined, stop: () => setNamingIn(undefined) }
  return (
    <>
      <Folder {...props} tools={tools} actions={actions} newFolder={newFolder} />
      {actions.layer}
    </>
  )
}

/** A folder that gets its name in the list. */
interface NewFolder {
  readonly isNamed: boolean
  readonly stop: () => void
}

interface FolderProps extends FolderViewProps, Partial<Pick<ManagedFolderViewProps, 'lead' | 'tools' | 'above' | 'soughtId'>> {
  readonly actions: ItemActions | undefined
  readonly newFolder: NewFolder | undefined
}

function Folder({ folder, caller, actions, newFolder, ...props }: FolderProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const table = useTable(caller.roomId, folder, actions !== undefined)
  const path = useFolderPath(caller.roomId, folder)
  const [landing, setLanding] = useLanding(folder, props.soughtId)
  const goTo = useGoTo(frame)
  const ground = useGroundMenu(actions)
  useFocusKept(frame, folder, props.soughtId)
  usePrintKey(caller, folder, props.openId)

  const folderName = path?.at(-1)?.folderName ?? t('documents.root')
  const screenName = folder === 0 ? props.screen : folderName
  useTitle(screenName, props.roomName, t('app.title'))

  const focusFrame = () => frame.current?.focus()
  const stopNaming = (created?: number) => {
    if (created !== undefined) setLanding(created)
    newFolder?.stop()
    focusFrame()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isWriting(event.target)) return
    if (event.target === frame.current && (ground.onKey(event) || actions?.onKey(event, [], folder))) return
    const isUp = event.key === 'Backspace' || (event.key === 'ArrowUp' && event.altKey)
    if (!isUp || folder === 0 || !path) return
    event.preventDefault()
    goTo(path.at(-2)?.id ?? 0)
  }

  return (
    <div className="folder">
      <h1 className="hidden">{screenName}</h1>
      <FolderHead table={table} path={path} actions={actions} lead={props.lead} tools={props.tools?.(folderName)} onClear={focusFrame} />
      {props.above?.(folderName, table.query.data?.total === 0)}
      <section
        ref={frame}
        className="folder-frame"
        aria-label={folderName}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onContextMenu={ground.onContextMenu}
        onPaste={actions?.onPaste}
      >
        <FolderBody
          key={folder}
          {...{ caller, table, actions, landing, frame, goTo }}
          opensFiles={props.opensFiles}
          openId={props.openId}
          soughtId={props.soughtId}
          emptyAction={props.emptyAction}
          newRow={newFolder?.isNamed ? <NewFolderRow caller={caller} parent={folder} onClose={stopNaming} /> : undefined}
        />
        {ground.menu}
      </section>
    </div>
  )
}

/** The menu of the place where no item is. */
function useGroundMenu(actions: ItemActions | undefined) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<MenuAnchor>()
  return {
    onContextMenu(event: MouseEvent) {
      if (!actions || event.defaultPrevented || closest(event.target, 'thead') || isWriting(event.target)) return
      event.preventDefault()
      setAnchor({ x: event.clientX, y: event.clientY })
    },
    onKey(event: KeyboardEvent): boolean {
      if (!actions || !isMenuKey(event)) return false
      event.preventDefault()
      setAnchor(event.currentTarget)
      return true
    },
    menu: actions && anchor && (
      <Suspense>
        <LazyMenu label={t('documents.actions')} anchor={anchor} actions={actions.groundMenu()} onClose={() => setAnchor(undefined)} />
      </Suspense>
    ),
  }
}

/** The item on which the list begins: the one that was sought, the folder that was left for the one above it, or one that was just made. */
function useLanding(folder: number, sought: number | undefined): [landing: number | undefined, setLanding: (id: number) => void] {
  const [state, setState] = useState<{ folder: number; sought?: number | undefined; landing?: number | undefined }>({
    folder,
    sought,
    landing: sought,
  })
  if (state.folder !== folder) setState({ folder, sought, landing: sought ?? state.folder })
  else if (state.sought !== sought) setState({ folder, sought, landing: sought })
  return [state.landing, (landing) => setState({ folder, sought, landing })]
}

/** A link of the way to a folder, or to an item that was found, is gone when it was followed: the list takes the focus that it had. */
function useFocusKept(frame: RefObject<HTMLElement | null>, folder: number, soughtId: number | undefined) {
  const shown = useRef(folder)
  useLayoutEffect(() => {
    const isLed = shown.current !== folder || soughtId !== undefined
    if (isLed && document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
    shown.current = folder
  }, [frame, folder, soughtId])
}

/** Goes to a folder from within the list. The frame keeps the focus until there are rows. */
function useGoTo(frame: RefObject<HTMLElement | null>): (folder: number) => void {
  const navigate = useNavigate()
  return (folder) => {
    frame.current?.focus({ preventScroll: true })
    void navigate({ to: '.', search: inFolder(folder) })
  }
}
