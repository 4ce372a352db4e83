import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import type { Member } from '../members-query.ts'
import { GroupField } from './choice-fields.tsx'
import { useGrouping } from './grouping-context.ts'

interface UnmakeDialogProps {
  readonly member: Member
  /** @throws an error, which is shown. */
  readonly onUnmake: (groupId: number) => Promise<void>
  readonly onClose: () => void
}

export function UnmakeDialog({ member, onUnmake, onClose }: UnmakeDialogProps) {
  const { t } = useTranslation()
  const { groups } = useGrouping()
  const [into, setInto] = useState<number>()

  const submit = async () => {
    if (into === undefined) return t('groups.moveChoose')
    await onUnmake(into)
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('members.unmakeOperatorConfirm', { name: member.userName })}
      help={{ text: t('groups.unmakeHelp'), className: 'meta' }}
      className="group-form"
      submit={t('members.unmakeOperator')}
      onSubmit={submit}
      onClose={onClose}
    >
      {() => (
        <GroupField label={t('groups.moveInto')} groups={groups} chosen={into} onChosen={setInto} />
      )}
    </FormDialog>
  )
}
