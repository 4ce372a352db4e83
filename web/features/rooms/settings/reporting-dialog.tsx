import { useQuery } from '@tanstack/react-query'
import { updateReporting } from '../../../../contract/features/rooms.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { type RoomDetails, roomQuery } from '../room-query.ts'
import { SettingSwitch } from './setting-switch.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

interface ReportingDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function ReportingDialog({ roomId, onClose }: ReportingDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const room = useQuery(roomQuery(api, roomId)).data
  const change = {
    send: (dailyMail: boolean) => api.call(updateReporting, { body: { id: roomId, dailyMail } }),
    applied: (known: RoomDetails, dailyMail: boolean) => ({ ...known, reporting: { dailyMail } }),
  }
  return (
    <SettingsDialog title={t('room.reporting')} onClose={onClose}>
      {room && (
        <SettingSwitch
          roomId={roomId}
          name="dailyMail"
          isOn={room.reporting.dailyMail}
          change={change}
        />
      )}
    </SettingsDialog>
  )
}
