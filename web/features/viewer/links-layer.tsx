import './links-layer.css'
import type { LinkTarget } from '../../../contract/features/renditions.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { PageLinks, PageSize } from './lease.ts'
import type { PageFacts } from './page-facts.ts'
import { useOpenAddress } from './use-open-address.tsx'
import { usePageFact } from './use-page-fact.ts'

interface LinksLayerProps {
  readonly facts: PageFacts<PageLinks>
  readonly page: number
  readonly pages: readonly PageSize[]
  /** CSS pixels for a unit of the page. */
  readonly scale: number
  readonly goTo: (page: number, share?: number) => void
}

/** The links of a page. They are buttons: an anchor could be dragged or opened past the question. */
export function LinksLayer({ facts, page, pages, scale, goTo }: LinksLayerProps) {
  const { t } = useTranslation()
  const openAddress = useOpenAddress()
  const links = usePageFact(facts, page)?.links ?? []
  const follow = (to: LinkTarget) => {
    if ('uri' in to) return void openAddress(to.uri)
    const height = pages[to.page - 1]?.height
    if (height !== undefined) goTo(to.page, to.top === undefined ? 0 : to.top / height)
  }
  return links.map(({ rect, to }) => (
    <button
      key={`${rect.x} ${rect.y} ${'uri' in to ? to.uri : to.page}`}
      type="button"
      className="viewer-link"
      style={{ left: rect.x * scale, top: rect.y * scale, width: rect.width * scale, height: rect.height * scale }}
      aria-label={'uri' in to ? t('viewer.linkOut', { address: to.uri }) : t('viewer.linkTo', { page: to.page })}
      data-tip={'uri' in to ? to.uri : t('viewer.linkTo', { page: to.page })}
      onClick={() => follow(to)}
    />
  ))
}
