import '../../../ui/field/field.css'
import { type FormEvent, useId, useState } from 'react'
import {
  PARTICIPANT_TYPES,
  type Participant,
  type ParticipantType,
} from '../../../../contract/features/composed.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { isEmail } from '../../../lib/input/is-email.ts'
import { findPeople } from '../../../room/find-people.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { SkeletonRows } from '../../../ui/state/states.tsx'
import { useRoomPeople } from '../queries.ts'
import { useTypeName } from '../status-words.tsx'

const SEARCH_ABOVE = 6

export interface NewPerson {
  readonly name: string
  readonly email: string
  readonly type: ParticipantType
}

interface PersonDialogProps {
  readonly roomId: number
  readonly known: readonly Participant[]
  readonly onAdd: (people: readonly NewPerson[]) => Promise<boolean>
  readonly onClose: () => void
}

export const personOf = (known: readonly Participant[], email: string): Participant | undefined =>
  known.find((person) => person.email.toLowerCase() === email.toLowerCase())

export function PersonDialog({ roomId, known, onAdd, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const typeName = useTypeName()
  const [type, setType] = useState<ParticipantType>('SIGNER')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [picked, setPicked] = useState<readonly number[]>([])
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const people = useRoomPeople(roomId)
  const dialogs = useDialogs()
  const [searched, setSearched] = useState('')
  const others = (people.data ?? []).filter((person) => !personOf(known, person.email))

  const problemOf = (): string => {
    const isTyping = name.trim() !== '' || email.trim() !== ''
    if (!isTyping) return picked.length > 0 ? '' : t('compose.nameMissing')
    if (name.trim() === '') return t('compose.nameMissing')
    if (email.trim() === '') return t('compose.emailMissing')
    return isEmail(email.trim()) ? '' : t('compose.emailWrong')
  }
  const isMeant = ({ name: before, type: role }: Participant): Promise<boolean> => {
    const detail =
      role === 'SIGNER' && type !== 'SIGNER' ? { detail: t('compose.noSignerAnyMore') } : {}
    const text = t('compose.changePersonAsk', {
      name: before,
      role: typeName(role),
      next: `${name.trim()}, ${typeName(type)}`,
    })
    return dialogs.confirm({ tone: 'check', text, ...detail, confirmLabel: t('compose.change') })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf()
    setProblem(found)
    if (found !== '' || isBusy) return
    const typed = email.trim() === '' ? [] : [{ name: name.trim(), email: email.trim(), type }]
    const there = typed[0] && personOf(known, typed[0].email)
    if (there && !(await isMeant(there))) return
    const chosen = others
      .filter((person) => picked.includes(person.id))
      .map((person) => ({ name: person.userName, email: person.email, type }))
    setBusy(true)
    const isDone = await onAdd([...chosen, ...typed])
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.addPerson')}
      </h2>
      <form className="compose-form" noValidate onSubmit={(event) => void submit(event)}>
        <SelectField
          label={t('compose.role')}
          options={PARTICIPANT_TYPES.map((each) => ({ id: each, label: typeName(each) }))}
          chosen={type}
          onChoose={setType}
        />
        <label className="meta">
          {t('compose.name')}
          <input
            className="field"
            autoComplete="off"
            maxLength={100}
            value={name}
            aria-describedby={`${id}-problem`}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <label className="meta">
          {t('compose.email')}
          <input
            className="field"
            type="email"
            autoComplete="off"
            maxLength={320}
            value={email}
            aria-describedby={`${id}-problem`}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </label>
        <fieldset className="people-choice">
          <legend className="meta">{t('compose.fromRoom')}</legend>
          {people.isPending && <SkeletonRows label={t('common.loading')} count={3} />}
          {others.length > SEARCH_ABOVE && (
            <input
              className="field field-small"
              type="search"
              aria-label={t('members.search')}
              placeholder={t('members.searchHint')}
              autoComplete="off"
              value={searched}
              onChange={({ currentTarget }) => setSearched(currentTarget.value)}
            />
          )}
          {people.data && others.length === 0 && <p className="meta">{t('compose.nobodyElse')}</p>}
          <div className="people-choice-rows">
            {findPeople(others, searched).map((person) => (
              <label key={person.id} className="check-row">
                <input
                  type="checkbox"
                  checked={picked.includes(person.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setPicked((before) =>
                      checked
                        ? [...before, person.id]
                        : before.filter((other) => other !== person.id),
                    )
                  }
                />
                <span className="person-words">
                  <span>
                    {person.userName}{' '}
                    <span className="meta">
                      {[person.division, person.position].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className="meta ellipsis">{person.email}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('common.confirm')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
