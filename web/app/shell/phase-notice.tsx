import { Link, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { RoomAccessProvider } from '../../room/room-access.ts'
import { buttonClass } from '../../ui/button.tsx'
import { loadPhaseBanner } from '../screens/late-parts.ts'
import { useApp } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

export function RoomAccess({
  roomId,
  children,
}: {
  readonly roomId: number
  readonly children: ReactNode
}) {
  const { phase = 'open', scope = 'full', numbering = 'off', roomNo } = useRoom(roomId) ?? {}
  const access = useMemo(
    () => ({ phase, scope, numbering, roomNo }),
    [phase, scope, numbering, roomNo],
  )
  return <RoomAccessProvider value={access}>{children}</RoomAccessProvider>
}

export function PhaseNotice({
  roomId,
  way,
}: {
  readonly roomId: number
  readonly way?: ReactNode
}) {
  const { i18n } = useApp()
  const room = useRoom(roomId)
  const [Banner] = useState(() =>
    lazy(async () => ({ default: (await loadPhaseBanner(i18n)).PhaseBanner })),
  )
  if (!room || (room.phase === 'open' && room.closesAt === null && room.destroysAt === null))
    return null
  return (
    <Suspense>
      <Banner room={room} way={way} />
    </Suspense>
  )
}

export function EndingLink() {
  const { t } = useTranslation()
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/admin/ending' })
  return isThere ? null : (
    <Link to="/admin/ending" className={buttonClass({ size: 'small' })}>
      {t('room.ending')}
    </Link>
  )
}
