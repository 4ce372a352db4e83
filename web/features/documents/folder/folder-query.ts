import {
  keepPreviousData,
  type QueryClient,
  QueryObserver,
  type QueryObserverResult,
} from '@tanstack/react-query'
import type { Api } from '../../../lib/api/api.ts'
import {
  type AskedWindow,
  firstWindow,
  isGone,
  type ListedFolder,
  laterWindow,
} from '../list/items-query.ts'
import {
  type ItemsPage,
  type Listing,
  type Loaded,
  layListing,
  lostBetween,
} from '../list/listing.ts'
import type { BranchSource } from '../tree/tree-rows.ts'

export interface FolderQuery {
  readonly data: Listing | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: Error | null
  readonly hasGap: boolean
  readonly retry: () => void
}

type FolderResult = QueryObserverResult<ItemsPage, Error>
type WindowObserver = QueryObserver<ItemsPage, Error, ItemsPage, ItemsPage, AskedWindow['queryKey']>

interface Observed {
  readonly observer: WindowObserver
  readonly stop: () => void
}

const hasNothing = (result: FolderResult): boolean => result.isLoadingError || isGone(result.error)

const laterOf = ({ data, dataUpdatedAt, isPlaceholderData }: FolderResult): Loaded | undefined =>
  data && !isPlaceholderData ? { page: data, at: dataUpdatedAt } : undefined

export class FolderFollower {
  readonly #api: Api
  readonly #queries: QueryClient
  readonly #notify: () => void
  readonly #first: Observed
  readonly #others = new Map<number, Observed>()
  #listed: ListedFolder
  #lost: ReadonlySet<number> = new Set()
  #settled: Listing | undefined
  #laid: { readonly from: readonly unknown[]; readonly listing: Listing } | undefined
  #source: BranchSource = { listing: undefined, hasFailed: false }

  constructor(api: Api, queries: QueryClient, listed: ListedFolder, report: () => void) {
    this.#api = api
    this.#queries = queries
    this.#listed = listed
    this.#notify = report
    this.#first = this.#observe(firstWindow(api, listed))
  }

  /** The old list stays until the new order arrives. */
  list(listed: ListedFolder): void {
    if (listed.sort === this.#listed.sort) return
    this.#listed = listed
    this.#lost = new Set()
    this.#settled = undefined
    this.want([])
    this.#first.observer.setOptions({
      ...firstWindow(this.#api, listed),
      placeholderData: keepPreviousData,
    })
  }

  want(windows: readonly number[]): void {
    for (const [window, { stop }] of this.#others) {
      if (windows.includes(window)) continue
      stop()
      this.#others.delete(window)
    }
    for (const window of windows) {
      if (window === 0 || this.#others.has(window)) continue
      this.#others.set(
        window,
        this.#observe(laterWindow(this.#api, this.#queries, this.#listed, window)),
      )
    }
  }

  #observe(asked: AskedWindow): Observed {
    const observer: WindowObserver = new QueryObserver(this.#queries, asked)
    return { observer, stop: observer.subscribe(this.#notify) }
  }

  stop(): void {
    this.want([])
    this.#first.stop()
  }

  read(): { readonly query: FolderQuery; readonly source: BranchSource } {
    const first = this.#first.observer.getCurrentResult()
    const others = [...this.#others].map(
      ([window, { observer }]) => [window, observer.getCurrentResult()] as const,
    )
    const listing = isGone(first.error) ? undefined : this.#lay(first, others)
    const hasFailed = hasNothing(first)
    if (listing !== this.#source.listing || hasFailed !== this.#source.hasFailed)
      this.#source = { listing, hasFailed }
    const failed = [first, ...others.map(([, result]) => result)].filter(hasNothing)
    return {
      source: this.#source,
      query: {
        data: listing,
        isPending: first.isPending,
        isFetching: first.isFetching,
        error: failed[0]?.error ?? null,
        hasGap: listing !== undefined && failed.length > 0,
        retry: () => failed.forEach(({ refetch }) => void refetch()),
      },
    }
  }

  #lay(
    first: FolderResult,
    others: readonly (readonly [number, FolderResult])[],
  ): Listing | undefined {
    if (!first.data) return undefined
    const loaded = new Map(
      others.flatMap(([window, result]) => {
        const later = laterOf(result)
        return later ? [[window, later] as const] : []
      }),
    )
    const failed = new Set(
      others.flatMap(([window, { isLoadingError }]) => (isLoadingError ? [window] : [])),
    )
    // An item is missing only after all windows share one sort order.
    const isSettled =
      !first.isPlaceholderData &&
      [first, ...others.map(([, result]) => result)].every(({ isFetching }) => !isFetching)
    const from = [
      ...[first.data, first.dataUpdatedAt, isSettled],
      ...others.flatMap(([window, { isLoadingError }]) => [
        window,
        loaded.get(window)?.page,
        loaded.get(window)?.at,
        isLoadingError,
      ]),
    ]
    const isSame =
      this.#laid?.from.length === from.length &&
      this.#laid.from.every((part, index) => part === from[index])
    if (!this.#laid || !isSame) {
      const lay = () =>
        layListing({ page: first.data, at: first.dataUpdatedAt }, loaded, failed, this.#lost)
      if (isSettled && this.#settled)
        this.#lost = new Set([...this.#lost, ...lostBetween(this.#settled, lay())])
      const listing = lay()
      if (isSettled) this.#settled = listing
      this.#laid = { from, listing }
    }
    return this.#laid.listing
  }
}
