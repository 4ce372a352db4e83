import { Link, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { PhaseProvider } from '../lib/room-phase.ts'
import { buttonClass } from '../ui/button.tsx'
import { useHouse } from './house-context.ts'
import { loadPhaseBanner } from './late-parts.ts'
import { useRoom } from './use-room.ts'

/** Lets what it holds know how far the room has come. */
export function RoomPhase({ roomId, children }: { readonly roomId: number; readonly children: ReactNode }) {
  return <PhaseProvider value={useRoom(roomId)?.phase ?? 'open'}>{children}</PhaseProvider>
}

/** Says how far the end of the room has come, where there is anything to say; loaded when there is. */
export function PhaseNotice({ roomId, way }: { readonly roomId: number; readonly way?: ReactNode }) {
  const { i18n } = useHouse()
  const room = useRoom(roomId)
  const [Banner] = useState(() => lazy(async () => ({ default: (await loadPhaseBanner(i18n)).PhaseBanner })))
  if (!room || (room.phase === 'open' && room.closesAt === null && room.destroysAt === null)) return null
  return (
    <Suspense>
      <Banner standing={room} way={way} />
    </Suspense>
  )
}

/** From the banner to where operators end the room. */
export function EndingLink() {
  const { t } = useTranslation()
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/admin/ending' })
  return isThere ? null : (
    <Link to="/admin/ending" className={buttonClass({ size: 'small' })}>
      {t('room.ending')}
    </Link>
  )
}
