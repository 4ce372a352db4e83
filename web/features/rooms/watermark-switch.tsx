import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { updateToggles } from '../../../contract/features/rooms.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useBusy } from '../../ui/busy.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { HintBanner } from './hint-banner.tsx'
import { roomQuery } from './room-query.ts'

const WatermarkPreview = lazy(() => import('./watermark-preview.tsx').then((module) => ({ default: module.WatermarkPreview })))

interface WatermarkSwitchProps {
  readonly roomId: number
  /** The reader's own, for the preview. */
  readonly email: string
}

/** Switches the watermark of a room. It asks first, and says what it means once it is on. */
export function WatermarkSwitch({ roomId, email }: WatermarkSwitchProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const [isHinted, setIsHinted] = useState(false)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const room = useQuery(roomQuery(useApi(), roomId)).data
  const switching = useSwitching(roomId, setIsHinted)
  if (!room) return null

  const { watermark } = room
  const toggle = async () => {
    const agreed = await dialogs.confirm({ tone: 'check', text: t(watermark ? 'room.watermarkOff' : 'room.watermarkOn') })
    if (agreed) switching.mutate(!watermark)
  }
  const text = `${t('room.watermark')} ${t(watermark ? 'room.on' : 'room.off')}`
  return (
    <>
      <Switch isOn={watermark} label={text} text={text} isBusy={switching.isPending} onToggle={() => void toggle()} />
      <HintBanner
        text={isHinted && watermark ? t('room.watermarkHint') : undefined}
        isHeld={isPreviewed}
        onMore={() => setIsPreviewed(true)}
        onOver={() => setIsHinted(false)}
      />
      {isPreviewed && (
        <Suspense>
          <WatermarkPreview email={email} onClose={() => setIsPreviewed(false)} />
        </Suspense>
      )}
    </>
  )
}

function useSwitching(roomId: number, onSwitched: (watermark: boolean) => void) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const block = useBusy()
  const errorText = useErrorText()
  const query = roomQuery(api, roomId)
  return useMutation({
    mutationFn: async (watermark: boolean) => {
      // Both switches are sent together: the other one as it is now, which may not be as it was when the question was asked.
      const { noti } = await queries.ensureQueryData(query)
      await block(api.call(updateToggles, { body: { id: roomId, watermark, noti } }))
    },
    onSuccess(_, watermark) {
      queries.setQueryData(query.queryKey, (known) => known && { ...known, watermark })
      toast(t('room.switched'))
      onSwitched(watermark)
    },
    onError: (error) => void dialogs.alert({ tone: 'error', text: errorText(error) }),
  })
}
