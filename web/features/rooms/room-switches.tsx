import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { HintBanner } from './hint-banner.tsx'
import { roomQuery } from './room-query.ts'
import { RoomSwitch, type SwitchName } from './room-switch.tsx'

const WatermarkPreview = lazy(() => import('./watermark-preview.tsx').then((module) => ({ default: module.WatermarkPreview })))
const MailPreview = lazy(() => import('./mail-preview.tsx').then((module) => ({ default: module.MailPreview })))

interface RoomSwitchesProps {
  readonly roomId: number
  /** The reader's own, for the preview of the watermark. */
  readonly email: string
}

/** The switches of a room. What was turned on last says what it means, and shows it to those who ask. */
export function RoomSwitches({ roomId, email }: RoomSwitchesProps) {
  const { t } = useTranslation()
  const room = useQuery(roomQuery(useApi(), roomId)).data
  const [hinted, setHinted] = useState<SwitchName>()
  const [previewed, setPreviewed] = useState<SwitchName>()
  if (!room) return null

  const close = () => setPreviewed(undefined)
  const bindSwitch = (name: SwitchName) => ({
    roomId,
    name,
    isOn: room[name],
    onSwitched: (isOn: boolean) => setHinted(isOn ? name : undefined),
  })
  return (
    <>
      <RoomSwitch {...bindSwitch('watermark')} />
      <RoomSwitch {...bindSwitch('noti')} />
      <HintBanner
        text={hinted && room[hinted] ? t(`room.${hinted}Hint`) : undefined}
        isHeld={previewed !== undefined}
        onMore={() => setPreviewed(hinted)}
        onOver={() => setHinted(undefined)}
      />
      <Suspense>
        {previewed === 'watermark' && <WatermarkPreview email={email} onClose={close} />}
        {previewed === 'noti' && <MailPreview roomName={room.roomName} afterMinutes={room.notifyAfterMinutes} onClose={close} />}
      </Suspense>
    </>
  )
}
