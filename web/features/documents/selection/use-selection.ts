import { useEffect, useMemo } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { ListedFolder } from '../list/items-query.ts'
import { gapsBetween, type ItemRun, itemsBetween } from '../list/row-range.ts'
import { useRuns } from '../list/use-runs.ts'
import type { TreeRows } from '../tree/tree-rows.ts'
import {
  NOTHING,
  outermost,
  refreshed,
  type Selection,
  selectAll,
  selectOnly,
  selectRange,
  toggle,
  without,
} from './selection.ts'
import { useStoredSelection } from './selection-store.ts'
import { useElsewhere } from './use-elsewhere.ts'

export type TableSelection = ReturnType<typeof useSelection>

const NO_RUNS: ReadonlyMap<number, ItemRun> = new Map()

export function useSelection(listed: ListedFolder, rows: TreeRows, isOffered: boolean) {
  const { t } = useTranslation()
  const toast = useToast()
  const folder = listed.parent
  const [held, store] = useStoredSelection()
  const stored = isOffered ? held : NOTHING
  const shown = useMemo(() => new Set([folder, ...rows.expanded]), [folder, rows])
  const away = useMemo(
    () =>
      [...stored.items.values()].filter(({ id, parent }) => !shown.has(parent) && !rows.itemOf(id)),
    [stored, shown, rows],
  )
  const known = useElsewhere(listed.roomId, away, () => store.write(NOTHING))
  const selection = useMemo(
    () =>
      refreshed(stored, (item) => {
        const here =
          rows.itemOf(item.id) ?? (shown.has(item.parent) && rows.mayHold(item) ? item : undefined)
        if (here || shown.has(item.parent)) return here
        const now = known ? known.get(item.id) : item
        return now?.parent === item.parent ? now : undefined
      }),
    [stored, rows, shown, known],
  )
  const isPast = selection.items.size < stored.items.size
  useEffect(() => {
    // Items must not rejoin the selection by themselves.
    if (isPast) store.write(selection)
  }, [isPast, selection, store])
  const items = useMemo(() => [...selection.items.values()], [selection])
  const here = useMemo(() => items.filter(({ parent }) => shown.has(parent)), [items, shown])
  const listing = rows.listingOf(folder)
  const runs = useRuns(listed)

  const change = (next: Selection) => {
    runs.stop()
    store.write(next)
  }
  const replace = (next: Selection) => {
    const lost = items.length - here.length
    change(next)
    if (lost === 0) return
    const onPress = () =>
      store.write({ ...store.read(), items: new Map([...selection.items, ...store.read().items]) })
    toast({
      text: t('selection.ended', { count: lost }),
      action: { label: t('actions.undo'), onPress },
    })
  }

  return {
    items,
    here,
    outermost: useMemo(() => outermost(items, rows.pathOf), [items, rows]),
    has: (id: number) => selection.items.has(id),
    isWhole: useMemo(() => holdsAll(here, folder, listing?.total ?? 0), [here, folder, listing]),
    only: (item: Item) => replace(selectOnly(item)),
    toggle: (item: Item) => change(toggle(selection, item)),
    extend(to: number, from?: number, isAdded = false) {
      const current = from === undefined ? undefined : rows.rowAt(from)?.item
      const base =
        from === undefined || (current && selection.items.has(current.id)) ? selection : NOTHING
      const { anchor } = base
      const anchorAt = anchor === undefined ? (from ?? to) : rows.indexOf(anchor)
      const take = (start: number, loaded: ReadonlyMap<number, ItemRun>) =>
        (isAdded ? change : replace)(
          selectRange(base, itemsBetween(rows, start, to, loaded), isAdded),
        )
      if (anchorAt >= 0 && gapsBetween(rows, anchorAt, to).size === 0)
        return take(anchorAt, NO_RUNS)
      void runs.select('range', async ({ rowOf, load }) => {
        const found = anchorAt < 0 && anchor !== undefined ? await rowOf(rows, anchor) : anchorAt
        const start = found ?? from ?? to
        take(start, await load(rows, gapsBetween(rows, start, to)))
      })
    },
    all() {
      if (!listing) return
      const { items: loaded, isWhole, total } = listing
      if (isWhole) return change(selectAll(selection, loaded))
      void runs.select('all', async ({ load }) => {
        const found = await load(rows, new Map([[folder, { first: 0, last: total - 1 }]]))
        change(selectAll(selection, found.get(folder)?.items ?? []))
      })
    },
    loading: runs.progress,
    remove: (gone: readonly Item[]) =>
      change(without(selection, new Set(gone.map(({ id }) => id)))),
    clear() {
      runs.stop()
      if (items.length > 0) replace(NOTHING)
    },
  }
}

function holdsAll(items: readonly Item[], folder: number, total: number): boolean {
  return (
    total > 0 &&
    items.length >= total &&
    items.filter(({ parent }) => parent === folder).length >= total
  )
}
