import type { ReactNode } from 'react'
import type { Entering, Reporting, Viewing } from '../../../../contract/features/rooms.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { type RoomChange, useRoomChange } from '../use-room-change.ts'

interface SettingSwitchProps {
  readonly roomId: number
  readonly name: keyof Viewing | keyof Entering | keyof Reporting | 'crossing' | 'staging'
  readonly isOn: boolean
  readonly change: Pick<RoomChange<boolean>, 'send' | 'applied'>
  readonly effect?: ReactNode
}

export function SettingSwitch({ roomId, name, isOn, change, effect }: SettingSwitchProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const switching = useRoomChange<boolean>(roomId, {
    ...change,
    done: (value) => t(`room.${name}${value ? 'On' : 'Off'}Done`),
  })
  const toggle = async () => {
    const question = {
      tone: 'check',
      text: t(isOn ? `room.${name}Off` : `room.${name}On`),
      detail: effect,
    } as const
    if (await dialogs.confirm(question)) switching.mutate(!isOn)
  }
  const text = `${t(`room.${name}`)} ${t(isOn ? 'room.on' : 'room.off')}`
  return (
    <li>
      <Switch
        isOn={isOn}
        label={text}
        text={text}
        isBusy={switching.isPending}
        onToggle={() => void toggle()}
      />
      <p className="meta">{t(`room.${name}Hint`)}</p>
    </li>
  )
}
