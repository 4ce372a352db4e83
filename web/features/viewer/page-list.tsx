import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../lib/api-context.ts'
import type { Lease, PageSize } from './lease.ts'
import { PageLoader } from './page-loader.ts'
import { stepOf } from './page-width.ts'

interface PageListProps {
  readonly lease: Lease
  readonly pages: readonly PageSize[]
  readonly watermark: boolean | undefined
  readonly onPage: (page: number) => void
}

/** Images without the watermark must not outlive the moment it is switched on: each of its states begins with nothing held. */
const loaderOf = ({ lease, pages }: Pick<PageListProps, 'lease' | 'pages' | 'watermark'>): PageLoader =>
  new PageLoader(pages.length, {
    load: (request, signal) => lease.image(request, signal),
    createUrl: (blob) => URL.createObjectURL(blob),
    revokeUrl: (url) => URL.revokeObjectURL(url),
  })

const pageOf = (element: Element): number => Number(element.getAttribute('data-page'))

/** Keeps a set of those pages that an observer reports as inside. */
function track(pages: Set<number>, entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) pages.add(pageOf(target))
    else pages.delete(pageOf(target))
  }
}

/** The pages one under the other, in their own shapes from the first moment; images arrive as they come into sight. */
export function PageList({ lease, pages, watermark, onPage }: PageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const loader = useMemo(() => loaderOf({ lease, pages, watermark }), [lease, pages, watermark])
  const sheets = useMemo(() => pages.map((size, index) => ({ size, number: index + 1 })), [pages])
  usePagesInSight(scroller, loader, onPage)

  return (
    <div ref={scroller} className="desk">
      <ol className="sheets">
        {sheets.map(({ number, size }) => (
          <Sheet key={number} number={number} size={size} loader={loader} />
        ))}
      </ol>
    </div>
  )
}

/** Tells the loader what is in sight and how wide, and the panel which page crosses the middle. */
function usePagesInSight(scroller: RefObject<HTMLDivElement | null>, loader: PageLoader, onPage: (page: number) => void) {
  const [visible, setVisible] = useState<readonly number[]>([])
  const [width, setWidth] = useState(0)
  const tellPage = useEffectEvent(onPage)

  useEffect(() => {
    const root = scroller.current
    if (!root) return
    const seen = new Set<number>()
    const crossing = new Set<number>()
    const sight = new IntersectionObserver(
      (entries) => {
        track(seen, entries)
        setVisible([...seen].sort((a, b) => a - b))
      },
      { root },
    )
    // A band about the middle, wider than the gap between two pages, so that one page is always in it.
    const middle = new IntersectionObserver(
      (entries) => {
        track(crossing, entries)
        if (crossing.size > 0) tellPage(Math.min(...crossing))
      },
      { root, rootMargin: '-45% 0px -45% 0px' },
    )
    const size = new ResizeObserver(() => {
      const sheet = root.querySelector('[data-page]')
      if (sheet) setWidth(stepOf(sheet.clientWidth, devicePixelRatio))
    })
    size.observe(root)
    for (const sheet of root.querySelectorAll('[data-page]')) {
      sight.observe(sheet)
      middle.observe(sheet)
    }
    return () => {
      for (const observer of [sight, middle, size]) observer.disconnect()
      loader.close()
    }
  }, [scroller, loader])

  useEffect(() => {
    if (width > 0) loader.show(visible, width)
  }, [loader, visible, width])
}

interface SheetProps {
  readonly number: number
  readonly size: PageSize
  readonly loader: PageLoader
}

function Sheet({ number, size, loader }: SheetProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const state = useSyncExternalStore(
    (listener) => loader.subscribe(number, listener),
    () => loader.state(number),
  )
  const label = t('viewer.page', { page: number })
  return (
    <li className="sheet" data-page={number} style={{ aspectRatio: `${size.width} / ${size.height}` }} aria-busy={state.kind === 'waiting'}>
      {state.kind === 'shown' && <img src={state.url} alt={label} draggable={false} />}
      {state.kind === 'waiting' && <span className="hidden">{t('viewer.pageLoading')}</span>}
      {state.kind === 'failed' && (
        <div className="sheet-failed" role="alert">
          <p>{t('viewer.pageFailed')}</p>
          <p className="meta">{errorText(state.error)}</p>
          <button type="button" className="button" aria-label={`${t('common.retry')}: ${label}`} onClick={() => loader.retry(number)}>
            {t('common.retry')}
          </button>
        </div>
      )}
    </li>
  )
}
