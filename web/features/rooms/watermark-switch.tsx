import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { updateToggles } from '../../../contract/features/rooms.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { roomQuery } from './room-query.ts'

/** Switches the watermark of a room. It asks first and says what it means. */
export function WatermarkSwitch({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const errorText = useErrorText()
  const query = roomQuery(api, roomId)
  const room = useQuery(query).data

  const switching = useMutation({
    mutationFn: (to: { watermark: boolean; noti: boolean }) => api.call(updateToggles, { body: { id: roomId, ...to } }),
    onSuccess: (_, to) => {
      queries.setQueryData(query.queryKey, (known) => known && { ...known, ...to })
      toast(t('room.switched'))
    },
    onError: (error) => void dialogs.alert({ tone: 'error', text: errorText(error) }),
  })
  if (!room) return null

  const { watermark, noti } = room
  const toggle = async () => {
    const detail = watermark ? undefined : <p className="meta">{t('room.watermarkHint')}</p>
    const agreed = await dialogs.confirm({ tone: 'check', text: t(watermark ? 'room.watermarkOff' : 'room.watermarkOn'), detail })
    if (agreed) switching.mutate({ watermark: !watermark, noti })
  }
  const text = `${t('room.watermark')} ${t(watermark ? 'room.on' : 'room.off')}`
  return <Switch isOn={watermark} label={text} text={text} isBusy={switching.isPending} onToggle={() => void toggle()} />
}
