import { useQuery } from '@tanstack/react-query'
import { updateCrossing, updateEntering } from '../../../../contract/features/rooms.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { type RoomDetails, roomQuery } from '../room-query.ts'
import { SettingSwitch } from './setting-switch.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { StepRulesSettings } from './step-rules.tsx'

interface EnteringDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function EnteringDialog({ roomId, onClose }: EnteringDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const room = useQuery(roomQuery(api, roomId)).data
  const change = {
    send: (secondStep: boolean) => api.call(updateEntering, { body: { id: roomId, secondStep } }),
    applied: (known: RoomDetails, secondStep: boolean) => ({ ...known, entering: { secondStep } }),
  }
  const moving = {
    send: (crossing: boolean) => api.call(updateCrossing, { body: { id: roomId, crossing } }),
    applied: (known: RoomDetails, crossing: boolean) => ({ ...known, crossing }),
  }
  return (
    <SettingsDialog title={t('room.entering')} onClose={onClose}>
      {room && (
        <>
          <SettingSwitch
            roomId={roomId}
            name="secondStep"
            isOn={room.entering.secondStep}
            change={change}
            effect={
              <Effect
                isOn={room.entering.secondStep}
                hasMail={!room.notices.includes('MAIL_NOT_SET_UP')}
              />
            }
          />
          <SettingSwitch
            roomId={roomId}
            name="crossing"
            isOn={room.crossing}
            change={moving}
            effect={
              <p className="modal-text meta">
                {t(room.crossing ? 'room.crossingOffEffect' : 'room.crossingOnEffect')}
              </p>
            }
          />
          <StepRulesSettings roomId={roomId} hasSecondStep={room.entering.secondStep} />
        </>
      )}
    </SettingsDialog>
  )
}

function Effect({ isOn, hasMail }: { readonly isOn: boolean; readonly hasMail: boolean }) {
  const { t } = useTranslation()
  if (isOn) return <p className="modal-text meta">{t('room.secondStepOffEffect')}</p>
  return (
    <>
      <p className="modal-text meta">{t('room.secondStepOnEffect')}</p>
      {!hasMail && <p className="modal-text problem">{t('room.secondStepNoMail')}</p>}
    </>
  )
}
