import { useQuery, useQueryClient } from '@tanstack/react-query'
import { updateStaging } from '../../../../contract/features/rooms.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { type RoomDetails, roomQuery } from '../room-query.ts'
import { SettingSwitch } from './setting-switch.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

interface PublishingDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function PublishingDialog({ roomId, onClose }: PublishingDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const room = useQuery(roomQuery(api, roomId)).data
  const change = {
    async send(staging: boolean) {
      await api.call(updateStaging, { body: { id: roomId, staging } })
      // Lists show how uploads are published.
      void queries.invalidateQueries({ queryKey: ['items', roomId] })
    },
    applied: (known: RoomDetails, staging: boolean) => ({ ...known, staging }),
  }
  return (
    <SettingsDialog title={t('room.publishing')} onClose={onClose}>
      {room && (
        <SettingSwitch
          roomId={roomId}
          name="staging"
          isOn={room.staging ?? false}
          change={change}
        />
      )}
    </SettingsDialog>
  )
}
