import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { ConsoleField } from '../console-field.tsx'
import { type NewRoom, OF_ROOM, useMakeRoom, useStructures } from './use-make-room.ts'

interface NewRoomDialogProps {
  readonly onMade: () => void
  readonly onClose: () => void
}

const EMPTY: NewRoom = {
  name: '',
  operator: '',
  email: '',
  storage: '',
  users: '',
  structure: '',
  roomNo: '',
}

export function NewRoomDialog({ onMade, onClose }: NewRoomDialogProps) {
  const { t } = useTranslation()
  const make = useMakeRoom()
  const structures = useStructures()
  const first = useRef<HTMLInputElement>(null)
  const [room, setRoom] = useState(EMPTY)
  const set = (name: keyof NewRoom) => (value: string) =>
    setRoom((before) => ({ ...before, [name]: value }))
  const submit = async () => {
    const problem = await make(room)
    if (problem !== undefined) return problem
    onMade()
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('console.newRoom')}
      help={{ text: t('console.newRoomHelp') }}
      className="console-form"
      submit={t('console.make')}
      initialFocus={first}
      onSubmit={submit}
      onClose={onClose}
    >
      <ConsoleField
        ref={first}
        label={t('console.roomName')}
        value={room.name}
        onChange={set('name')}
      />
      <ConsoleField
        label={t('console.operatorName')}
        value={room.operator}
        onChange={set('operator')}
      />
      <ConsoleField
        type="email"
        label={t('console.operatorEmail')}
        value={room.email}
        onChange={set('email')}
      />
      <SelectField
        label={t('console.structure')}
        options={structures}
        chosen={room.structure}
        onChoose={set('structure')}
      />
      {room.structure === OF_ROOM && (
        <ConsoleField
          label={t('console.sourceRoomNo')}
          help={t('console.sourceHelp')}
          value={room.roomNo}
          onChange={set('roomNo')}
        />
      )}
      <div className="console-pair">
        <ConsoleField
          type="number"
          label={t('console.storageLimit')}
          value={room.storage}
          onChange={set('storage')}
        />
        <ConsoleField
          type="number"
          label={t('console.userLimit')}
          value={room.users}
          onChange={set('users')}
        />
      </div>
    </FormDialog>
  )
}
