import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { TreeRows } from '../tree/tree-rows.ts'
import { currentBounds, currentPlace, type ListedFolder, loadBetween } from './items-query.ts'
import type { ItemsPage } from './listing.ts'
import type { ItemRun, RowSpan } from './row-range.ts'

interface KeptRun {
  readonly first: ItemsPage
  readonly until: string | undefined
  readonly run: ItemRun
}

export interface RunProgress {
  readonly wanted: 'all' | 'range'
  readonly loaded: number
  readonly total: number
}

interface Lookup {
  rowOf(rows: TreeRows, id: number): Promise<number | undefined>
  load(rows: TreeRows, gaps: ReadonlyMap<number, RowSpan>): Promise<ReadonlyMap<number, ItemRun>>
}

export function useRuns({ roomId, parent: listedFolder, sort }: ListedFolder) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const errorText = useErrorText()
  const [progress, setProgress] = useState<RunProgress>()
  const loading = useRef<AbortController>(undefined)
  // Ranges grow by row.
  const kept = useRef(new Map<number, KeptRun>())
  const stop = () => {
    loading.current?.abort()
    setProgress(undefined)
  }
  useEffect(() => () => loading.current?.abort(), [])

  const loadRun = async (
    rows: TreeRows,
    parent: number,
    span: RowSpan,
    signal: AbortSignal,
    onLoaded: (loaded: number) => void,
  ) => {
    const listed = { roomId, parent, sort }
    const listing = rows.listingOf(parent)
    const [from, to] = [listing?.windowAt(span.first) ?? 0, listing?.windowAt(span.last) ?? 0]
    const { first, bounds } = await currentBounds(api, queries, listed, [from, to])
    const start = listing?.startOf(from) ?? 0
    const known = kept.current.get(parent)
    const end = known ? known.run.start + known.run.items.length : 0
    if (
      known?.first === first &&
      known.run.start <= start &&
      (known.until === bounds?.until || span.last < end)
    )
      return known.run
    onLoaded(0)
    const items = bounds
      ? (await loadBetween(api, listed, bounds, { signal, onLoaded })).payload
      : []
    const run = { start, items }
    kept.current.set(parent, { first, until: bounds?.until, run })
    return run
  }

  const lookup = (wanted: RunProgress['wanted'], signal: AbortSignal): Lookup => ({
    async rowOf(rows, id) {
      const place = await currentPlace(
        api,
        queries,
        { roomId, parent: listedFolder, sort },
        id,
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined
        throw error
      })
      signal.throwIfAborted()
      const index = place ? rows.indexAt(place.parent, place.position) : -1
      return index < 0 ? undefined : index
    },
    async load(rows, gaps) {
      const total = [...gaps.values()].reduce((sum, { first, last }) => sum + last - first + 1, 0)
      const runs = new Map<number, ItemRun>()
      let before = 0
      for (const [parent, span] of gaps) {
        const onLoaded = (loaded: number) =>
          signal.aborted || setProgress({ wanted, loaded: Math.min(before + loaded, total), total })
        const run = await loadRun(rows, parent, span, signal, onLoaded)
        signal.throwIfAborted()
        runs.set(parent, run)
        before += run.items.length
      }
      return runs
    },
  })

  return {
    progress,
    stop,
    async select(
      wanted: RunProgress['wanted'],
      make: (lookup: Lookup) => Promise<void>,
    ): Promise<void> {
      stop()
      const controller = new AbortController()
      loading.current = controller
      const { signal } = controller
      try {
        await make(lookup(wanted, signal))
      } catch (error) {
        if (!signal.aborted) toast(errorText(error))
      } finally {
        if (!signal.aborted) setProgress(undefined)
      }
    },
  }
}
