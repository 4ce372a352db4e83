import './viewing-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { updateViewing, type Viewing } from '../../../contract/features/rooms.ts'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Modal, ModalClose } from '../../ui/modal.tsx'
import { Switch } from '../../ui/switch.tsx'
import { roomQuery } from './room-query.ts'
import { useRoomChange } from './use-room-change.ts'

const NAMES = ['selection', 'strict', 'imageCopies'] as const satisfies readonly (keyof Viewing)[]

interface ViewingDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

/** How documents are read in the room: each switch with what it does, and what it does not. */
export function ViewingDialog({ roomId, onClose }: ViewingDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const viewing = useQuery(roomQuery(useApi(), roomId)).data?.viewing
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('room.viewing')}
      </h2>
      <ul className="viewing-switches">
        {viewing && NAMES.map((name) => <ViewingSwitch key={name} roomId={roomId} name={name} isOn={viewing[name]} />)}
      </ul>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}

interface ViewingSwitchProps {
  readonly roomId: number
  readonly name: keyof Viewing
  readonly isOn: boolean
}

function ViewingSwitch({ roomId, name, isOn }: ViewingSwitchProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const switching = useRoomChange<boolean>(roomId, {
    send: (value) => api.call(updateViewing, { body: { id: roomId, [name]: value } }),
    applied: (room, value) => ({ ...room, viewing: { ...room.viewing, [name]: value } }),
  })
  const toggle = async () => {
    if (await dialogs.confirm({ tone: 'check', text: t(isOn ? `room.${name}Off` : `room.${name}On`) })) switching.mutate(!isOn)
  }
  const text = `${t(`room.${name}`)} ${t(isOn ? 'room.on' : 'room.off')}`
  return (
    <li>
      <Switch isOn={isOn} label={text} text={text} isBusy={switching.isPending} onToggle={() => void toggle()} />
      <p className="meta">{t(`room.${name}Hint`)}</p>
    </li>
  )
}
