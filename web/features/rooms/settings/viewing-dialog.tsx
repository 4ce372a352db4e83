import { useQuery } from '@tanstack/react-query'
import { updateViewing, type Viewing } from '../../../../contract/features/rooms.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { type RoomDetails, roomQuery } from '../room-query.ts'
import { SettingSwitch } from './setting-switch.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

const NAMES = ['selection', 'strict', 'imageCopies'] as const satisfies readonly (keyof Viewing)[]

interface ViewingDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function ViewingDialog({ roomId, onClose }: ViewingDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const viewing = useQuery(roomQuery(api, roomId)).data?.viewing
  const changeOf = (name: keyof Viewing) => ({
    send: (value: boolean) => api.call(updateViewing, { body: { id: roomId, [name]: value } }),
    applied: (room: RoomDetails, value: boolean) => ({
      ...room,
      viewing: { ...room.viewing, [name]: value },
    }),
  })
  return (
    <SettingsDialog title={t('room.viewing')} onClose={onClose}>
      {viewing &&
        NAMES.map((name) => (
          <SettingSwitch
            key={name}
            roomId={roomId}
            name={name}
            isOn={viewing[name]}
            change={changeOf(name)}
          />
        ))}
    </SettingsDialog>
  )
}
