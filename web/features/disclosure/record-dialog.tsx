import './disclosure.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fixRecord } from '../../../contract/features/disclosure.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { groupsQuery } from '../../room/groups.ts'
import { instantOf, MomentFields, momentOf } from '../../room/moment-fields.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../ui/field/choice.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { recordsKey } from './disclosure-query.ts'

const NONE = 0
const DAY_MS = 86_400_000

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
  const [isPast, setPast] = useState(false)
  const [moment, setMoment] = useState(() => momentOf(systemClock.now() - DAY_MS))
  const submit = async () => {
    if (groupId === NONE) return t('disclosure.groupMissing')
    const at = isPast ? instantOf(moment) : undefined
    if (isPast && at === undefined) return t('disclosure.momentMissing')
    if (at && at.getTime() > systemClock.now()) return t('disclosure.momentAhead')
    await api.call(fixRecord, { body: { roomId, groupId, ...(at ? { at: at.toISOString() } : {}) } })
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
          <fieldset className="choices">
            <legend>{t('disclosure.at')}</legend>
            <Choice type="radio" isChosen={!isPast} onChange={() => setPast(false)}>
              {t('disclosure.now')}
            </Choice>
            <Choice type="radio" isChosen={isPast} onChange={() => setPast(true)}>
              {t('disclosure.past')}
            </Choice>
            {isPast && (
              <div className="disclosure-moment">
                <MomentFields moment={moment} described={described} onMoment={setMoment} />
                <p className="meta">{t('disclosure.pastHint')}</p>
              </div>
            )}
          </fieldset>
        </>
      )}
    </FormDialog>
  )
}
