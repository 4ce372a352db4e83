import { useEffect, useState } from 'react'
import { systemClock } from '../../lib/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { PageLoader } from './page-loader.ts'
import { usePageImage } from './use-page-images.ts'

const MOMENT_MS = 1_000

interface PageAnnouncerProps {
  readonly loader: PageLoader
  readonly page: number
}

/** Says to a screen reader that the page being read takes its time, or could not be had. */
export function PageAnnouncer({ loader, page }: PageAnnouncerProps) {
  const { t } = useTranslation()
  const image = usePageImage(loader, page)
  const { kind } = image
  const isLate = useLate(`${page}: ${kind}`)
  return (
    <p className="hidden" role="status">
      {kind === 'failed' && t('viewer.pageFailed')}
      {image.kind === 'waiting' && isLate && t(image.isSlow ? 'viewer.pageSlow' : 'viewer.pageLoading')}
    </p>
  )
}

/** Whether something has been the same for longer than a moment. */
function useLate(what: string): boolean {
  const [late, setLate] = useState<string>()
  useEffect(() => systemClock.after(MOMENT_MS, () => setLate(what)), [what])
  return late === what
}
