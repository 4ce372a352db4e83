import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import type { Lease } from '../opening/lease.ts'
import { PageLoader, type PageState, type ShownTile, type Sight } from './page-loader.ts'

/** Passed views request nothing. */
const REST_MS = 100

export interface PageSource {
  readonly lease: Lease
  readonly pageCount: number
  readonly watermark: boolean | undefined
}

interface Urgency {
  readonly parallel: number
  readonly isSecondary: boolean
}

export const PAGES: Urgency = { parallel: 3, isSecondary: false }
export const THUMBNAILS: Urgency = { parallel: 2, isSecondary: true }

/** Unmarked images must not survive a watermark change. */
export function usePageImages(source: PageSource, { parallel, isSecondary }: Urgency): PageLoader {
  const { lease, pageCount, watermark } = source
  const loader = useMemo(
    () => loaderOf({ lease, pageCount, watermark }, { parallel, isSecondary }),
    [lease, pageCount, watermark, parallel, isSecondary],
  )
  useEffect(() => () => loader.close(), [loader])
  return loader
}

const loaderOf = (
  { lease, pageCount }: PageSource,
  { parallel, isSecondary }: Urgency,
): PageLoader =>
  new PageLoader(pageCount, {
    parallel,
    load: (request, signal) =>
      lease.image({ ...request, isPrefetch: request.isPrefetch || isSecondary }, signal),
    createUrl: (blob) => URL.createObjectURL(blob),
    decode: async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
    },
    revokeUrl: (url) => URL.revokeObjectURL(url),
  })

export function useInSight(loader: PageLoader, sight: Sight | undefined): void {
  const begun = useRef<PageLoader>(undefined)
  const show = useEffectEvent(() => {
    begun.current = loader
    if (sight) loader.show(sight)
  })
  const seen = sight && JSON.stringify(sight)
  useEffect(() => {
    if (seen === undefined) return undefined
    if (begun.current === loader) return systemClock.after(REST_MS, () => show())
    show()
    return undefined
  }, [loader, seen])
}

export const usePageImage = (loader: PageLoader, page: number): PageState =>
  useSyncExternalStore(useSubscription(loader, page), () => loader.state(page))

export const usePageTiles = (loader: PageLoader, page: number): readonly ShownTile[] =>
  useSyncExternalStore(useSubscription(loader, page), () => loader.tiles(page))

const useSubscription = (loader: PageLoader, page: number) =>
  useCallback((listener: () => void) => loader.subscribe(page, listener), [loader, page])
