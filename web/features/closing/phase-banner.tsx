import '../../ui/state/notice-bar.css'
import './phase-banner.css'
import { CalendarClock, Flame, Lock, type LucideIcon, Snowflake } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { RoomPhase } from '../../../contract/features/rooms.ts'
import { formatInstant } from '../../lib/format.ts'
import { type Translate, useLanguage, useTranslation } from '../../lib/i18n.ts'

interface PhaseBannerProps {
  readonly room: RoomPhase
  readonly way?: ReactNode
}

export function PhaseBanner({ room, way }: PhaseBannerProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const {
    icon: Icon,
    text,
    isGrave,
  } = sayingOf(room, t, (instant) => formatInstant(instant, language))
  // Screen readers do not announce initial content.
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(text), [text])
  return (
    <section
      className="notice-bar phase-banner"
      data-grave={isGrave || undefined}
      aria-label={t('ending.banner')}
    >
      <Icon />
      <p className="notice-bar-text numbers">{text}</p>
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

function sayingOf(
  { phase, closesAt, destroysAt }: RoomPhase,
  t: Translate,
  report: (instant: string) => string,
): Saying {
  if (destroysAt !== null)
    return {
      icon: Flame,
      text: t('ending.bannerDestroys', { date: report(destroysAt) }),
      isGrave: true,
    }
  if (phase === 'open')
    return {
      icon: CalendarClock,
      text: t('ending.bannerScheduled', { date: report(closesAt ?? '') }),
      isGrave: false,
    }
  if (phase !== 'frozen') return { icon: Lock, text: t('ending.bannerClosed'), isGrave: false }
  const closes = closesAt === null ? '' : ` ${t('ending.bannerCloses', { date: report(closesAt) })}`
  return { icon: Snowflake, text: `${t('ending.bannerFrozen')}${closes}`, isGrave: false }
}
