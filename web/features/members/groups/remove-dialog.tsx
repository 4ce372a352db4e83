import { useState } from 'react'
import { removeGroup } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { GroupField } from './choice-fields.tsx'
import { useRefresh } from './use-refresh.ts'

interface RemoveDialogProps {
  readonly roomId: number
  readonly group: Group
  readonly groups: readonly Group[]
  readonly onClose: () => void
}

export function RemoveDialog({ roomId, group, groups, onClose }: RemoveDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const refresh = useRefresh(roomId)
  const others = groups.filter(({ id }) => id !== group.id)
  const [into, setInto] = useState((others.find(({ isDefault }) => isDefault) ?? others[0])?.id)

  const [showThreads, setShowThreads] = useState(false)

  const submit = async () => {
    if (into === undefined) return t('groups.moveChoose')
    await block(api.call(removeGroup, { body: { id: group.id, roomId, into, showThreads } }))
    await refresh()
    toast({ title: 'Succeed', text: t('groups.removed', { name: group.name }) })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('groups.removeOf', { name: group.name })}
      help={{
        text:
          group.members === 0
            ? t('groups.removeHelpNobody')
            : t('groups.removeHelp', { count: group.members }),
      }}
      className="group-form"
      submit={t('groups.remove')}
      variant="danger"
      onSubmit={submit}
      onClose={onClose}
    >
      <GroupField label={t('groups.removeInto')} groups={others} chosen={into} onChosen={setInto} />
      <label className="group-choice">
        <input
          type="checkbox"
          checked={showThreads}
          onChange={({ currentTarget }) => setShowThreads(currentTarget.checked)}
        />
        <span className="group-choice-name">{t('groups.removeThreads')}</span>
      </label>
    </FormDialog>
  )
}
