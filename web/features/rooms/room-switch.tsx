import { updateToggles } from '../../../contract/features/rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { type Translate, useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import type { Message } from '../../ui/dialog/message.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { useRoomChange } from './use-room-change.ts'

export type SwitchName = 'watermark' | 'noti'

interface RoomSwitchProps {
  readonly roomId: number
  readonly name: SwitchName
  readonly isOn: boolean
  readonly onSwitched: (isOn: boolean) => void
}

export function RoomSwitch({ roomId, name, isOn, onSwitched }: RoomSwitchProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const switching = useRoomChange<boolean>(roomId, {
    // The call requires both switches.
    send: (value, { watermark, noti }) =>
      api.call(updateToggles, { body: { id: roomId, watermark, noti, [name]: value } }),
    applied: (room, value) => ({ ...room, [name]: value }),
    done: (value) => t(`room.${name}${value ? 'On' : 'Off'}Done`),
    onDone: onSwitched,
  })
  const toggle = async () => {
    const question =
      name === 'watermark' && isOn
        ? watermarkOff(t)
        : { text: t(isOn ? `room.${name}Off` : `room.${name}On`) }
    const agreed = await dialogs.confirm({ tone: 'check', ...question })
    if (agreed) switching.mutate(!isOn)
  }
  const text = `${t(`room.${name}`)} ${t(isOn ? 'room.on' : 'room.off')}`
  return (
    <Switch
      isOn={isOn}
      label={text}
      text={text}
      isBusy={switching.isPending}
      onToggle={() => void toggle()}
    />
  )
}

/** Turning the watermark off releases originals. */
const watermarkOff = (t: Translate): Omit<Message, 'tone'> => ({
  title: t('room.watermarkOffTitle'),
  text: t('room.watermarkOff'),
  detail: <p className="modal-text meta">{t('room.watermarkOffEffect')}</p>,
  confirmLabel: t('room.watermarkOffDo'),
  isDangerous: true,
})
