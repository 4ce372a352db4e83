import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { ProgressBar } from '../../ui/state/progress-bar.tsx'

interface CountedBarProps {
  readonly name: string
  readonly done: number
  readonly total: number
}

/** Each count would interrupt the previous announcement. */
const ANNOUNCE_MS = 5_000

export function CountedBar({ name, done, total }: CountedBarProps) {
  const { t } = useTranslation()
  const [announced, setAnnounced] = useState('')
  const count = t('item.progress', { finished: done, total })
  const announce = useEffectEvent(() => setAnnounced(count))
  useEffect(() => {
    const timer = setInterval(() => announce(), ANNOUNCE_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="long-wait-bar">
      <ProgressBar label={name} share={done / total} text={count} />
      <span className="meta numbers">{count}</span>
      <span className="hidden" role="status">
        {announced}
      </span>
    </div>
  )
}
