import { useRef, useState } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import {
  limitRoom,
  type readRoom,
  renameRoom,
} from '../../../contract/features/console/console-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { ConsoleField } from '../console-field.tsx'
import { bytesOf, gigabytesOf, isPossible, isUnlimited, peopleOf } from './limits.ts'

interface ChangeRoomDialogProps {
  readonly room: PayloadOut<typeof readRoom>
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function ChangeRoomDialog({ room, onChanged, onClose }: ChangeRoomDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const first = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(room.name)
  const [gigabytes, setGigabytes] = useState(gigabytesOf(room.storage))
  const [people, setPeople] = useState(isUnlimited(room.users) ? '' : String(room.users))
  const save = async (): Promise<string | undefined> => {
    if (name.trim() === '') return t('console.required')
    const storage = bytesOf(gigabytes)
    const users = peopleOf(people) ?? room.users
    if (!isPossible(storage) || !isPossible(users)) return t('console.numberFormat')
    const params = { id: String(room.roomId) }
    if (name.trim() !== room.name)
      await api.call(renameRoom, { params, body: { name: name.trim() } })
    await api.call(limitRoom, {
      params,
      body: { users, ...(storage === undefined ? {} : { storage }) },
    })
    onChanged()
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('console.change')}
      className="console-form"
      submit={t('console.save')}
      initialFocus={first}
      onSubmit={save}
      onClose={onClose}
    >
      <ConsoleField ref={first} label={t('console.roomName')} value={name} onChange={setName} />
      <div className="console-pair">
        <ConsoleField
          type="number"
          label={t('console.storageLimit')}
          value={gigabytes}
          onChange={setGigabytes}
        />
        <ConsoleField
          type="number"
          label={t('console.userLimit')}
          value={people}
          onChange={setPeople}
        />
      </div>
    </FormDialog>
  )
}
