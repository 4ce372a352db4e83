import { updateToggles } from '../../../contract/features/rooms.ts'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useRoomChange } from './use-room-change.ts'

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
  const api = useApi()
  const dialogs = useDialogs()
  const switching = useRoomChange<boolean>(roomId, {
    // Both switches are sent together.
    send: (value, { watermark, noti }) => api.call(updateToggles, { body: { id: roomId, watermark, noti, [name]: value } }),
    applied: (room, value) => ({ ...room, [name]: value }),
    onDone: onSwitched,
  })
  const toggle = async () => {
    const agreed = await dialogs.confirm({ tone: 'check', text: t(isOn ? `room.${name}Off` : `room.${name}On`) })
    if (agreed) switching.mutate(!isOn)
  }
  const text = `${t(`room.${name}`)} ${t(isOn ? 'room.on' : 'room.off')}`
  return <Switch isOn={isOn} label={text} text={text} isBusy={switching.isPending} onToggle={() => void toggle()} />
}
