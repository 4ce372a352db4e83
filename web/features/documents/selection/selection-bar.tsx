import './selection-bar.css'
import { ChevronDown, Ellipsis, X } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import type { SelectionBarProps } from '../folder/folder-head.tsx'
import type { RunProgress } from '../list/use-runs.ts'
import { byFolder } from './by-folder.ts'

const SelectionList = lazy(() => import('./selection-list.tsx').then((module) => ({ default: module.SelectionList })))

const SHOWN: readonly string[] = ['download', 'print', 'copy', 'move', 'publish', 'permissions', 'delete']

/** What is selected in all folders, with what can be done with it. */
export function SelectionBar(props: SelectionBarProps) {
  const { t } = useTranslation()
  const { items, loading } = props.selection
  const text = useCountText(props.selection)
  return (
    <>
      <span className="hidden" role="status">
        {items.length > 0 ? text.whole : ''}
      </span>
      {items.length > 0 && (
        <div className="selection-over">
          <Bar {...props} text={text} />
        </div>
      )}
      {loading && <Loading {...loading} onStop={props.onClear} cancelLabel={t('common.cancel')} />}
    </>
  )
}

interface CountText {
  readonly whole: string
  readonly isSpread: boolean
}

/** Folders are named once some of them are out of sight, or there are several. */
function useCountText({ items, here }: SelectionBarProps['selection']): CountText {
  const { t } = useTranslation()
  const folders = new Set(items.map(({ parent }) => parent)).size
  const isSpread = folders > 1 || here.length < items.length
  const count = t('actions.selected', { count: items.length })
  return { isSpread, whole: isSpread ? t('selection.spread', { count, folders: t('selection.folders', { count: folders }) }) : count }
}

function Bar({ selection, actions, shown: ids = SHOWN, onClear, text }: SelectionBarProps & { readonly text: CountText }) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const [width, measure] = useWidth()
  const labelled = text.isSpread ? LABELLED_SPREAD_PX : LABELLED_PX
  const isDrawing = isNarrow || width < labelled
  const [more, setMore] = useState<MenuAnchor>()
  const menu = actions.menu(selection.outermost)
  const shown = ids.flatMap((id) => menu.find((action) => action.id === id) ?? [])
  const shortLabels: Readonly<Record<string, string>> = {
    move: t('actions.move'),
    index: t('selection.index'),
    publish: t('publishing.publishShort'),
    permissions: t('rights.title'),
  }
  const barLabel = (action: MenuAction) => ({ ...action, label: shortLabels[action.id] ?? action.label })
  return (
    <div ref={measure} className="selection-bar" role="toolbar" aria-label={t('actions.selectionActions')}>
      <Count selection={selection} text={text} onClear={onClear} />
      {(isNarrow ? shown.slice(0, DRAWN_MAX) : shown.slice(0, drawnIn(width, text.isSpread))).map((action) => (
        <BarButton key={action.id} action={barLabel(action)} isDrawing={isDrawing} />
      ))}
      <IconButton
        icon={Ellipsis}
        size="small"
        label={t('selection.more')}
        aria-haspopup="menu"
        aria-expanded={more !== undefined}
        onClick={({ currentTarget }) => setMore(currentTarget)}
      />
      <span className="selection-clear">
        <IconButton icon={X} size={isNarrow ? 'medium' : 'small'} label={t('actions.clearSelection')} onClick={onClear} />
      </span>
      {more && (
        <Suspense>
          <LazyMenu label={t('actions.selectionActions')} anchor={more} actions={menu} onClose={() => setMore(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** The narrowest window has room for these beside the menu, which has all. */
const DRAWN_MAX = 5

/** A bar at least this wide has room for the labels. */
const LABELLED_PX = 780
const LABELLED_SPREAD_PX = 900

/** What its count, its menu and its end leave of a bar holds so many buttons. */
const drawnIn = (width: number, isSpread: boolean): number => Math.max(0, Math.floor((width - (isSpread ? 320 : 200)) / 40))

/** Of the bar, which lies in a pane that the side panel narrows. */
function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  const measure = useCallback((element: HTMLElement | null) => {
    const head = element?.closest('.folder-head')
    if (!head) return undefined
    const observer = new ResizeObserver(() => setWidth(head.clientWidth - WAY_PX))
    observer.observe(head)
    setWidth(head.clientWidth - WAY_PX)
    return () => observer.disconnect()
  }, [])
  return [width, measure]
}

/** The bar leaves this to the way, and to its own edges. */
const WAY_PX = 120

function Count({ selection, text, onClear }: Pick<SelectionBarProps, 'selection' | 'onClear'> & { readonly text: CountText }) {
  const [anchor, setAnchor] = useState<MenuAnchor>()
  if (!text.isSpread) return <span className="selection-count numbers">{text.whole}</span>
  return (
    <>
      <button
        type="button"
        className="selection-count selection-places numbers"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {text.whole}
        <ChevronDown />
      </button>
      {anchor && (
        <Suspense>
          <SelectionList
            label={text.whole}
            anchor={anchor}
            folders={byFolder(selection.items)}
            onRemove={selection.remove}
            onClear={onClear}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function BarButton({ action, isDrawing }: { readonly action: MenuAction; readonly isDrawing: boolean }) {
  const { label, icon, blockedBecause, onAction, isDangerous = false } = action
  const variant = isDangerous ? 'danger' : 'plain'
  return isDrawing ? (
    <IconButton icon={icon} label={label} blockedBecause={blockedBecause} onClick={onAction} />
  ) : (
    <Button variant={variant} size="small" icon={icon} blockedBecause={blockedBecause} onClick={onAction}>
      {label}
    </Button>
  )
}

interface LoadingProps extends RunProgress {
  readonly cancelLabel: string
  readonly onStop: () => void
}

function Loading({ wanted, loaded, total, cancelLabel, onStop }: LoadingProps) {
  const { t } = useTranslation()
  return (
    <div className="selection-over">
      <span className="meta numbers">{t(wanted === 'all' ? 'documents.selectingAll' : 'documents.selectingRange', { loaded, total })}</span>
      <Button size="small" onClick={onStop}>
        {cancelLabel}
      </Button>
    </div>
  )
}
