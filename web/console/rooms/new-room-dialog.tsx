import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createRoom, rooms, templates } from '../../../contract/features/console/console-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { isEmail } from '../../lib/input/is-email.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { ConsoleField } from '../console-field.tsx'
import { bytesOf, isPossible, peopleOf } from './limits.ts'

interface NewRoomDialogProps {
  readonly onMade: () => void
  readonly onClose: () => void
}

const NOTHING = ''
const OF_ROOM = 'room'

export function NewRoomDialog({ onMade, onClose }: NewRoomDialogProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const toast = useToast()
  const first = useRef<HTMLInputElement>(null)
  const [fields, setFields] = useState({ name: '', operator: '', email: '', storage: '', users: '', roomNo: '' })
  const [structure, setStructure] = useState(NOTHING)
  const { data: known = [] } = useQuery({ queryKey: ['templates'], queryFn: ({ signal }) => api.call(templates, {}, { signal }) })
  const set = (name: keyof typeof fields) => (value: string) => setFields((before) => ({ ...before, [name]: value }))

  const findSource = async (): Promise<number | undefined> => {
    const found = await api.call(rooms, { query: { search: fields.roomNo.trim() } })
    return found.find(({ roomNo }) => roomNo === fields.roomNo.trim())?.roomId
  }
  const make = async (): Promise<string | undefined> => {
    const [name, operator, email] = [fields.name.trim(), fields.operator.trim(), fields.email.trim()]
    if (name === '' || operator === '') return t('console.required')
    if (!isEmail(email)) return t('console.emailFormat')
    const [storage, users] = [bytesOf(fields.storage), peopleOf(fields.users)]
    if (!isPossible(storage) || !isPossible(users)) return t('console.numberFormat')
    const structureOf = structure === OF_ROOM ? await findSource() : undefined
    if (structure === OF_ROOM && structureOf === undefined) return t('console.noSuchRoom')
    const { roomNo } = await api.call(createRoom, {
      body: {
        ...{ name, operator: { name: operator, email } },
        ...(storage === undefined ? {} : { storage }),
        ...(users === undefined ? {} : { users }),
        ...(structureOf === undefined ? {} : { structureOf }),
        ...(structure === NOTHING || structure === OF_ROOM ? {} : { template: structure }),
      },
    })
    toast(t('console.roomMade', { roomNo, email }))
    onMade()
    onClose()
    return undefined
  }
  const options = [
    { id: NOTHING, label: t('console.noStructure') },
    ...known.filter((each) => each.language === language).map(({ id, name }) => ({ id, label: name })),
    { id: OF_ROOM, label: t('console.structureOfRoom') },
  ]
  return (
    <FormDialog
      title={t('console.newRoom')}
      help={{ text: t('console.newRoomHelp') }}
      className="console-form"
      submit={t('console.make')}
      initialFocus={first}
      onSubmit={make}
      onClose={onClose}
    >
      <ConsoleField ref={first} label={t('console.roomName')} value={fields.name} onChange={set('name')} />
      <ConsoleField label={t('console.operatorName')} value={fields.operator} onChange={set('operator')} />
      <ConsoleField type="email" label={t('console.operatorEmail')} value={fields.email} onChange={set('email')} />
      <SelectField label={t('console.structure')} options={options} chosen={structure} onChoose={setStructure} />
      {structure === OF_ROOM && (
        <ConsoleField label={t('console.sourceRoomNo')} help={t('console.sourceHelp')} value={fields.roomNo} onChange={set('roomNo')} />
      )}
      <div className="console-pair">
        <ConsoleField type="number" label={t('console.storageLimit')} value={fields.storage} onChange={set('storage')} />
        <ConsoleField type="number" label={t('console.userLimit')} value={fields.users} onChange={set('users')} />
      </div>
    </FormDialog>
  )
}
