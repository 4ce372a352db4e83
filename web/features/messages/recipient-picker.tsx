import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useErrorText } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FailureState } from '../../ui/state/states.tsx'
import { nameOfChoice, type RoomUser } from './message-form.ts'
import type { useRoomUsers } from './room-users.ts'

const SHOWN = 14

interface RecipientPickerProps {
  readonly list: ReturnType<typeof useRoomUsers>
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

export function RecipientPicker({ list, chosen, onChange }: RecipientPickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const choice = nameOfChoice(list.users ?? [], chosen)
  const label = {
    nobody: () => t('messages.choose'),
    all: () => t('messages.all'),
    one: () => ('name' in choice ? choice.name : ''),
    several: () =>
      'count' in choice ? t('messages.several', { name: choice.name, count: choice.count }) : '',
  }[choice.kind]()
  return (
    <div>
      <span id={`${id}-label`} className="message-label">
        {t('messages.recipients')}
      </span>
      <button
        type="button"
        className="field message-choice"
        data-field="recipients"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-label ${id}-choice`}
        aria-controls={isOpen ? `${id}-list` : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}-choice`}>{label}</span>
        <ChevronDown />
      </button>
      {isOpen && (
        <fieldset id={`${id}-list`} className="message-people" aria-labelledby={`${id}-label`}>
          <People list={list} chosen={chosen} onChange={onChange} />
        </fieldset>
      )}
    </div>
  )
}

function People({ list, chosen, onChange }: RecipientPickerProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [isLong, setLong] = useState(false)
  const { users = [], isWhole, error, retry } = list
  if (error)
    return <FailureState text={errorText(error)} retryLabel={t('common.retry')} onRetry={retry} />
  if (!isWhole) return <p className="meta">{t('common.loading')}</p>
  if (users.length === 0) return <p className="meta">{t('messages.nobody')}</p>
  const isAll = users.every(({ userId }) => chosen.has(userId))
  const toggle = ({ userId }: RoomUser, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(userId)
    else next.delete(userId)
    onChange(next)
  }
  return (
    <>
      <label className="message-person">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && chosen.size > 0
          }}
          onChange={() => onChange(isAll ? new Set() : new Set(users.map(({ userId }) => userId)))}
        />
        <span>{t('messages.all')}</span>
        <span className="meta numbers">{t('messages.people', { count: users.length })}</span>
      </label>
      {users.slice(0, isLong ? users.length : SHOWN).map((user) => (
        <label key={user.userId} className="message-person">
          <input
            type="checkbox"
            checked={chosen.has(user.userId)}
            onChange={(event) => toggle(user, event.currentTarget.checked)}
          />
          <span>{user.name}</span>
          <span className="meta">{user.email}</span>
        </label>
      ))}
      {users.length > SHOWN && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
        >
          {t(isLong ? 'messages.fold' : 'common.more')}
        </Button>
      )}
    </>
  )
}
