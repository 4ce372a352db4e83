import './selection-bar.css'
import { ChevronDown, Ellipsis, X } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import type { SelectionBarProps } from '../folder/folder-head.tsx'
import type { RunProgress } from '../list/use-runs.ts'
import { byFolder } from './by-folder.ts'

const SelectionList = lazy(() =>
  import('./selection-list.tsx').then((module) => ({ default: module.SelectionList })),
)

const SHOWN: readonly string[] = [
  'download',
  'print',
  'copy',
  'move',
  'publish',
  'permissions',
  'delete',
]

export function SelectionBar(props: SelectionBarProps) {
  const { t } = useTranslation()
  const { items, loading } = props.selection
  const text = useCountText(props.selection)
  return (
    <>
      <span className="hidden" role="status">
        {items.length > 0 ? text.whole : ''}
      </span>
      {(loading || items.length > 0) && (
        <Over>
          {loading ? (
            <Loading {...loading} onStop={props.onClear} cancelLabel={t('common.cancel')} />
          ) : (
            <Bar {...props} text={text} />
          )}
        </Over>
      )}
    </>
  )
}

interface CountText {
  readonly whole: string
  readonly isSpread: boolean
}

function useCountText({ items, here }: SelectionBarProps['selection']): CountText {
  const { t } = useTranslation()
  const folders = new Set(items.map(({ parent }) => parent)).size
  const isSpread = folders > 1 || here.length < items.length
  const count = t('actions.selected', { count: items.length })
  return {
    isSpread,
    whole: isSpread
      ? t('selection.spread', { count, folders: t('selection.folders', { count: folders }) })
      : count,
  }
}

function Bar({
  selection,
  actions,
  shown: ids = SHOWN,
  onClear,
  text,
}: SelectionBarProps & { readonly text: CountText }) {
  const { t, language } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const [more, setMore] = useState<MenuAnchor>()
  const menu = actions.menu(selection.outermost)
  const shown = ids.flatMap((id) => menu.find((action) => action.id === id) ?? [])
  const shortLabels: Readonly<Record<string, string>> = {
    move: t('actions.move'),
    index: t('selection.index'),
    publish: t('publishing.publishShort'),
    permissions: t('rights.title'),
  }
  const { bar, step } = useFit(
    isNarrow,
    `${language} ${text.whole.length} ${shown.length}`,
    shown.length + 1,
  )
  const isDrawing = isNarrow || step > 0
  const count = isNarrow ? DRAWN_MAX : shown.length - Math.max(0, step - 1)
  const barLabel = (action: MenuAction) => ({
    ...action,
    label: shortLabels[action.id] ?? action.label,
  })
  return (
    <div
      ref={bar}
      className="selection-bar"
      role="toolbar"
      aria-label={t('actions.selectionActions')}
    >
      <Count selection={selection} text={text} onClear={onClear} />
      {shown.slice(0, count).map((action) => (
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
        <IconButton
          icon={X}
          size={isNarrow ? 'medium' : 'small'}
          label={t('actions.clearSelection')}
          onClick={onClear}
        />
      </span>
      {more && (
        <Suspense>
          <LazyMenu
            label={t('actions.selectionActions')}
            anchor={more}
            actions={menu}
            onClose={() => setMore(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The narrowest window fits this many; the menu offers all. */
const DRAWN_MAX = 5

/** In a wide head the bar begins clearly above the end of the path. */
const BESIDE_PX = 4

/** The bar covers the tools; a path beside it shrinks to stay legible. */
function Over({ children }: { readonly children: ReactNode }) {
  const measure = useCallback((over: HTMLElement | null) => {
    const head = over?.closest<HTMLElement>('.folder-head')
    const crumbs = head?.querySelector('.crumbs')
    if (!over || !head || !crumbs) return undefined
    const look = () => {
      const [bar, path] = [over.getBoundingClientRect(), crumbs.getBoundingClientRect()]
      if (bar.top >= path.bottom - BESIDE_PX) head.style.removeProperty('--way')
      else head.style.setProperty('--way', `${Math.floor(bar.left - path.left)}px`)
    }
    const observer = new ResizeObserver(look)
    observer.observe(head)
    observer.observe(over)
    look()
    return () => {
      observer.disconnect()
      head.style.removeProperty('--way')
    }
  }, [])
  return (
    <div ref={measure} className="selection-over">
      {children}
    </div>
  )
}

/** Texts differ in width by language; labels disappear first, then buttons. @param content restarts the measurement */
function useFit(isNarrow: boolean, content: string, last: number) {
  const bar = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const key = `${content} ${width}`
  const [fit, setFit] = useState({ key, step: 0 })
  if (fit.key !== key) setFit({ key, step: 0 })
  useLayoutEffect(() => {
    const head = bar.current?.closest('.folder-head')
    if (!head) return undefined
    const observer = new ResizeObserver(() => setWidth(head.clientWidth))
    observer.observe(head)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = bar.current ?? {}
    if (!isNarrow && scrollWidth > clientWidth && fit.step < last)
      setFit({ key: fit.key, step: fit.step + 1 })
  }, [fit, isNarrow, last])
  return { bar, step: fit.step }
}

function Count({
  selection,
  text,
  onClear,
}: Pick<SelectionBarProps, 'selection' | 'onClear'> & { readonly text: CountText }) {
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

function BarButton({
  action,
  isDrawing,
}: {
  readonly action: MenuAction
  readonly isDrawing: boolean
}) {
  const { label, icon, blockedBecause, onAction, isDangerous = false } = action
  const variant = isDangerous ? 'danger' : 'plain'
  return isDrawing ? (
    <IconButton icon={icon} label={label} blockedBecause={blockedBecause} onClick={onAction} />
  ) : (
    <Button
      variant={variant}
      size="small"
      icon={icon}
      blockedBecause={blockedBecause}
      onClick={onAction}
    >
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
    <>
      <span className="meta numbers">
        {t(wanted === 'all' ? 'documents.selectingAll' : 'documents.selectingRange', {
          loaded,
          total,
        })}
      </span>
      <Button size="small" onClick={onStop}>
        {cancelLabel}
      </Button>
    </>
  )
}
