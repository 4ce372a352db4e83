import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DayField } from '../../../ui/field/day-field.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useQuestionSettings } from '../threads-query.ts'

interface Assigned {
  readonly assignee?: number | null
  readonly due?: string | null
}

interface AssignDialogProps {
  readonly roomId: number
  readonly start: { readonly assignee: number | undefined; readonly due: string | null } | undefined
  readonly onAssign: (assigned: Assigned) => Promise<void>
  readonly onClose: () => void
}

const NOBODY = 0
const SAME = -1

export function AssignDialog({ roomId, start, onAssign, onClose }: AssignDialogProps) {
  const { t } = useTranslation()
  const people = useQuestionSettings(roomId, true).data?.answerers ?? []
  const [assignee, setAssignee] = useState(start ? (start.assignee ?? NOBODY) : SAME)
  const [due, setDue] = useState(start?.due ?? '')
  return (
    <FormDialog
      title={t('questions.assignTitle')}
      className="questions-form"
      submit={t('questions.writeSave')}
      onSubmit={async () => {
        const isSameDue = start ? due === (start.due ?? '') : due === ''
        const isSamePerson = assignee === SAME || assignee === start?.assignee
        if (isSameDue && isSamePerson) return onClose() as undefined
        await onAssign({
          ...(isSamePerson ? {} : { assignee: assignee === NOBODY ? null : assignee }),
          ...(isSameDue ? {} : { due: due === '' ? null : due }),
        })
        return undefined
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('questions.assignee')}
        chosen={assignee}
        options={[
          ...(start ? [] : [{ id: SAME, label: '–' }]),
          { id: NOBODY, label: t('questions.assigneeNone') },
          ...people.map(({ id, name, isOperator }) => ({
            id,
            label: isOperator ? t('questions.assignOf', { name }) : name,
          })),
        ]}
        onChoose={setAssignee}
      />
      <div className="questions-field">
        <span aria-hidden="true">{t('questions.due')}</span>
        <DayField className="questions-day" label={t('questions.due')} day={due} onDay={setDue} />
      </div>
    </FormDialog>
  )
}
