import './hint-banner.css'
import { useQuery } from '@tanstack/react-query'
import { Info, Stamp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { roomQuery } from './room-query.ts'
import { RoomSwitch, type SwitchName } from './room-switch.tsx'
import { SettingsButton } from './settings/room-settings.tsx'

const loadWatermark = () => import('./watermark/watermark-dialog.tsx')
const WatermarkDialog = lazy(() =>
  loadWatermark().then((module) => ({ default: module.WatermarkDialog })),
)
const MailPreview = lazy(() =>
  import('./mail/mail-preview.tsx').then((module) => ({ default: module.MailPreview })),
)

const LOOK = { variant: 'quiet', size: 'small' } as const

interface RoomSwitchesProps {
  readonly roomId: number
  readonly email: string
}

interface HintBannerProps {
  readonly text: string | undefined
  readonly isHeld: boolean
  readonly onMore: () => void
  readonly onOver: () => void
}

function HintBanner({ text, isHeld, onMore, onOver }: HintBannerProps) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {text !== undefined && (
        <div key={text} className="hint-banner" data-held={isHeld || undefined}>
          <Info />
          <span className="hint-banner-text">{text}</span>
          <Button variant="quiet" size="small" onClick={onMore}>
            {t('common.more')}
          </Button>
          <span className="hint-banner-wait" onAnimationEnd={onOver} />
        </div>
      )}
    </div>
  )
}

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
      <SettingsButton
        icon={Stamp}
        label={t('room.watermarkLook')}
        look={LOOK}
        load={loadWatermark}
        dialog={(onClose) => <WatermarkDialog roomId={roomId} email={email} onClose={onClose} />}
      />
      <RoomSwitch {...bindSwitch('noti')} />
      <HintBanner
        text={hinted && room[hinted] ? t(`room.${hinted}Hint`) : undefined}
        isHeld={previewed !== undefined}
        onMore={() => setPreviewed(hinted)}
        onOver={() => setHinted(undefined)}
      />
      <Suspense>
        {previewed === 'watermark' && (
          <WatermarkDialog roomId={roomId} email={email} onClose={close} />
        )}
        {previewed === 'noti' && (
          <MailPreview
            roomName={room.roomName}
            afterMinutes={room.notifyAfterMinutes}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
