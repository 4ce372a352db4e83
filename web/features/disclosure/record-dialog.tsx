import './disclosure.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fixRecord } from '../../../contract/features/disclosure.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { groupsQuery } from '../../room/groups.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { AsOfField, asOfNow, instantAsOf } from './as-of-field.tsx'
import { recordsKey } from './disclosure-query.ts'

const NONE = 0

interface RecordDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function RecordDialog({ roomId, onClose }: RecordDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const groups = useQuery(groupsQuery(api, roomId))
  const [groupId, setGroupId] = useState(NONE)
  const [asOf, setAsOf] = useState(asOfNow)
  const submit = async () => {
    if (groupId === NONE) return t('disclosure.groupMissing')
    const { at, problem } = instantAsOf(asOf)
    if (problem) return t(problem)
    await api.call(fixRecord, { body: { roomId, groupId, ...(at ? { at } : {}) } })
    await queries.invalidateQueries({ queryKey: recordsKey(roomId) })
    toast(t('disclosure.made'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('disclosure.make')}
      help={{ text: t('disclosure.makeHelp'), className: 'meta' }}
      className="disclosure-form"
      submit={t('disclosure.makeDo')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <>
          <SelectField
            label={t('disclosure.group')}
            options={(groups.data ?? []).map(({ id, name }) => ({ id, label: name }))}
            chosen={groupId}
            placeholder={t('disclosure.groupChoose')}
            onChoose={setGroupId}
          />
          <AsOfField
            asOf={asOf}
            hint={t('disclosure.pastHint')}
            described={described}
            onChange={setAsOf}
          />
        </>
      )}
    </FormDialog>
  )
}
