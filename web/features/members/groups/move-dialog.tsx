import { useId, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { dayOf } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { untilOfDay } from '../../../room/access-period.ts'
import type { Group } from '../../../room/groups.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import type { Member } from '../members-query.ts'
import { GroupField } from './choice-fields.tsx'
import { useMove } from './use-move.ts'

interface MoveDialogProps {
  readonly roomId: number
  readonly members: readonly Member[]
  readonly groups: readonly Group[]
  readonly onMoved: () => void
  readonly onClose: () => void
}

export function MoveDialog({ roomId, members, groups, onMoved, onClose }: MoveDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { move } = useMove(roomId)
  const [first] = members
  const isOne = members.length === 1 && first !== undefined
  const [into, setInto] = useState<number>()
  const [day, setDay] = useState('')
  const all = isOne
    ? groups
    : groups.filter(({ id: groupId }) => members.some((member) => member.groupId !== groupId))

  const submit = async () => {
    const group = groups.find(({ id: groupId }) => groupId === into)
    if (!group) return t('groups.moveChoose')
    const until = day === '' ? undefined : untilOfDay(day)
    if (day !== '' && (until === undefined || day < dayOf(systemClock.now())))
      return t('groups.untilPast')
    await move(members, group, until)
    onMoved()
    return undefined
  }
  return (
    <FormDialog
      title={
        isOne
          ? t('groups.moveOf', { name: first.userName })
          : t('groups.moveMany', { count: members.length })
      }
      help={{ text: t('groups.moveHelp'), className: 'meta' }}
      className="group-form"
      submit={t('groups.moveDo')}
      onSubmit={submit}
      onClose={onClose}
    >
      {({ 'aria-describedby': problem, ...field }) => (
        <>
          <GroupField label={t('groups.moveInto')} groups={all} chosen={into} onChosen={setInto} />
          <label className="meta">
            {t('groups.moveUntil')}
            <input
              {...field}
              className="field numbers"
              type="date"
              aria-describedby={`${id}-help ${problem}`}
              min={dayOf(systemClock.now())}
              value={day}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
            />
            <span id={`${id}-help`} className="group-help">
              {t('groups.moveUntilHelp')}
            </span>
          </label>
        </>
      )}
    </FormDialog>
  )
}
