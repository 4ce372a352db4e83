import './links-layer.css'
import type { LinkTarget } from '../../../../contract/features/renditions.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import type { PageLinks, PageSize } from '../opening/lease.ts'
import type { PageFacts } from './page-facts.ts'
import { usePageFact } from './use-page-fact.ts'

interface LinksLayerProps {
  readonly facts: PageFacts<PageLinks>
  readonly page: number
  readonly pages: readonly PageSize[]
  readonly scale: number
  readonly goTo: (page: number, share?: number) => void
}

/** The server returns only these too. */
const SCHEMES = ['http:', 'https:', 'mailto:']

const isHarmless = (address: string): boolean =>
  URL.canParse(address) && SCHEMES.includes(new URL(address).protocol)

/** The target gets neither opener nor referrer. */
function useOpenAddress(): (address: string) => Promise<void> {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  return async (address) => {
    if (!isHarmless(address)) return dialogs.alert({ tone: 'check', text: t('viewer.linkRefused') })
    const detail = (
      <p className="modal-text viewer-address" dir="ltr">
        {address}
      </p>
    )
    const agreed = await dialogs.confirm({
      tone: 'check',
      text: t('viewer.linkAsk'),
      detail,
      confirmLabel: t('viewer.linkOpen'),
    })
    if (!agreed) return
    const anchor = Object.assign(document.createElement('a'), {
      href: address,
      target: '_blank',
      rel: 'noopener noreferrer',
    })
    anchor.click()
  }
}

/** Anchors could be dragged or opened without the confirmation. */
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
      style={{
        left: rect.x * scale,
        top: rect.y * scale,
        width: rect.width * scale,
        height: rect.height * scale,
      }}
      aria-label={
        'uri' in to
          ? t('viewer.linkOut', { address: to.uri })
          : t('viewer.linkTo', { page: to.page })
      }
      data-tip={'uri' in to ? to.uri : t('viewer.linkTo', { page: to.page })}
      onClick={() => follow(to)}
    />
  ))
}
