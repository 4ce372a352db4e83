import './folder-view.css'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ExpectedCounts } from '../../../../contract/features/documents.ts'
import { useTitle } from '../../../lib/browser/use-title.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { inFolder } from '../../../room/folder-search.ts'
import type { ActionCaller, ItemActions } from '../actions/item-actions.ts'
import { usePrintKey } from '../actions/use-print-key.ts'
import { useReadingMenu } from '../actions/use-reading-menu.ts'
import { isWriting } from '../list/grid-targets.ts'
import { useFolderPath } from '../list/items-query.ts'
import { useTable } from '../list/use-table.ts'
import { FolderBody } from './folder-body.tsx'
import { FolderHead, type Selecting, type SelectionBarProps } from './folder-head.tsx'
import type { useGroundMenu } from './use-ground-menu.tsx'

export interface FolderViewProps {
  readonly caller: ActionCaller
  readonly folder: number
  readonly opensFiles: boolean
  readonly openId?: number | undefined
  readonly screen: string
  readonly roomName: string | undefined
  readonly emptyAction?: ReactNode
  readonly above?: (
    folderName: string,
    isEmpty: boolean,
    expected: ExpectedCounts | undefined,
  ) => ReactNode
}

const SHOWN: readonly string[] = ['download', 'index']

export function FolderView({
  bar,
  ...props
}: FolderViewProps & { readonly bar: (props: SelectionBarProps) => ReactNode }) {
  const actions = { menu: useReadingMenu(props.caller) }
  const readersBar = (selecting: Selecting) => bar({ ...selecting, actions, shown: SHOWN })
  return <Folder {...props} actions={undefined} newFolder={undefined} bar={readersBar} />
}

export interface NewFolder {
  readonly isNamed: boolean
  readonly stop: () => void
  readonly row: (onClose: (created?: number) => void) => ReactNode
}

interface FolderProps extends FolderViewProps {
  readonly lead?: ReactNode
  readonly tools?: (folderName: string) => ReactNode
  readonly searchedId?: number | undefined
  readonly actions: ItemActions | undefined
  readonly ground?: ReturnType<typeof useGroundMenu>
  readonly newFolder: NewFolder | undefined
  readonly bar: (props: Selecting) => ReactNode
}

export function Folder({ folder, caller, actions, ground, newFolder, ...props }: FolderProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const table = useTable(caller.roomId, folder, {
    expands: actions !== undefined,
    selects: props.openId === undefined,
  })
  const path = useFolderPath(caller.roomId, folder)
  const [landing, setLanding] = useLanding(folder, props.searchedId)
  const goTo = useGoTo(frame)
  useFocusKept(frame, folder, props.searchedId)
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
    if (
      event.target === frame.current &&
      (ground?.onKey(event) || actions?.onKey(event, [], folder))
    )
      return
    const isUp = event.key === 'Backspace' || (event.key === 'ArrowUp' && event.altKey)
    if (!isUp || folder === 0 || !path) return
    event.preventDefault()
    goTo(path.at(-2)?.id ?? 0)
  }

  return (
    <div className="folder">
      <h1 className="hidden">{screenName}</h1>
      <FolderHead
        {...{ table, path }}
        lead={props.lead}
        tools={props.tools?.(folderName)}
        bar={props.bar}
        onClear={focusFrame}
      />
      {props.above?.(folderName, table.query.data?.total === 0, table.query.data?.expected)}
      <section
        ref={frame}
        className="folder-frame"
        aria-label={folderName}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onContextMenu={ground?.onContextMenu}
        onPaste={actions?.onPaste}
      >
        <FolderBody
          key={folder}
          {...{ caller, table, actions, landing, frame, goTo }}
          opensFiles={props.opensFiles}
          openId={props.openId}
          searchedId={props.searchedId}
          emptyAction={props.emptyAction}
          newRow={newFolder?.isNamed ? newFolder.row(stopNaming) : undefined}
        />
        {ground?.menu}
      </section>
    </div>
  )
}

function useLanding(
  folder: number,
  searched: number | undefined,
): [landing: number | undefined, setLanding: (id: number) => void] {
  const [state, setState] = useState<{
    folder: number
    searched?: number | undefined
    landing?: number | undefined
  }>({
    folder,
    searched,
    landing: searched,
  })
  if (state.folder !== folder) setState({ folder, searched, landing: searched ?? state.folder })
  else if (state.searched !== searched) setState({ folder, searched, landing: searched })
  return [state.landing, (landing) => setState({ folder, searched, landing })]
}

function useFocusKept(
  frame: RefObject<HTMLElement | null>,
  folder: number,
  searchedId: number | undefined,
) {
  const shown = useRef(folder)
  useLayoutEffect(() => {
    const isLed = shown.current !== folder || searchedId !== undefined
    if (isLed && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true })
    shown.current = folder
  }, [frame, folder, searchedId])
}

function useGoTo(frame: RefObject<HTMLElement | null>): (folder: number) => void {
  const navigate = useNavigate()
  return (folder) => {
    frame.current?.focus({ preventScroll: true })
    void navigate({ to: '.', search: inFolder(folder) })
  }
}
