import './phase-banner.css'
import { CalendarClock, Flame, Lock, type LucideIcon, Snowflake } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Standing } from '../../../contract/features/rooms.ts'
import { formatInstant } from '../../lib/format.ts'
import { type Translate, useLanguage, useTranslation } from '../../lib/i18n.ts'

interface PhaseBannerProps {
  readonly standing: Standing
  /** Where more is to be had of it. */
  readonly way?: ReactNode
}

/** Says above the work, as long as it is so, how far the end of the room has come. */
export function PhaseBanner({ standing, way }: PhaseBannerProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { icon: Icon, text, isGrave } = sayingOf(standing, t, (instant) => formatInstant(instant, language))
  // What stands in it from the beginning is not read out.
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(text), [text])
  return (
    <section className="phase-banner" data-grave={isGrave || undefined} aria-label={t('ending.banner')}>
      <Icon />
      <p className="phase-banner-text numbers">{text}</p>
      <p className="hidden" role="status">
        {said}
      </p>
      {way}
    </section>
  )
}

interface Saying {
  readonly icon: LucideIcon
  readonly text: string
  readonly isGrave: boolean
}

function sayingOf({ phase, closesAt, destroysAt }: Standing, t: Translate, tell: (instant: string) => string): Saying {
  if (destroysAt !== null) return { icon: Flame, text: t('ending.bannerDestroys', { date: tell(destroysAt) }), isGrave: true }
  if (phase === 'open') return { icon: CalendarClock, text: t('ending.bannerScheduled', { date: tell(closesAt ?? '') }), isGrave: false }
  if (phase !== 'frozen') return { icon: Lock, text: t('ending.bannerClosed'), isGrave: false }
  const closes = closesAt === null ? '' : ` ${t('ending.bannerCloses', { date: tell(closesAt) })}`
  return { icon: Snowflake, text: `${t('ending.bannerFrozen')}${closes}`, isGrave: false }
}
