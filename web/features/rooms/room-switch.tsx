import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updateToggles } from '../../../contract/features/rooms.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useBusy } from '../../ui/busy.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { roomQuery } from './room-query.ts'

export type SwitchName = 'watermark' | 'noti'

interface RoomSwitchProps {
  readonly roomId: number
  readonly name: SwitchName
  readonly isOn: boolean
  readonly onSwitched: (isOn: boolean) => void
}

/** One switch of a room. It asks first. */
export function RoomSwitch({ roomId, name, isOn, onSwitched }: RoomSwitchProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const switching = useSwitching(roomId, name, onSwitched)
  const toggle = async () => {
    const agreed = await dialogs.confirm({ tone: 'check', text: t(isOn ? `room.${name}Off` : `room.${name}On`) })
    if (agreed) switching.mutate(!isOn)
  }
  const text = `${t(`room.${name}`)} ${t(isOn ? 'room.on' : 'room.off')}`
  return <Switch isOn={isOn} label={text} text={text} isBusy={switching.isPending} onToggle={() => void toggle()} />
}

function useSwitching(roomId: number, name: SwitchName, onSwitched: (isOn: boolean) => void) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const block = useBusy()
  const errorText = useErrorText()
  const query = roomQuery(api, roomId)
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      // Both switches are sent together: the other one as it is now, which may not be as it was when the question was asked.
      const { watermark, noti } = await queries.ensureQueryData(query)
      await block(api.call(updateToggles, { body: { id: roomId, watermark, noti, [name]: isOn } }))
    },
    onSuccess(_, isOn) {
      queries.setQueryData(query.queryKey, (known) => known && { ...known, [name]: isOn })
      toast(t('room.switched'))
      onSwitched(isOn)
    },
    onError: (error) => void dialogs.alert({ tone: 'error', text: errorText(error) }),
  })
}
