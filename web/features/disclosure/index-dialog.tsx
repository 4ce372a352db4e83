import './disclosure.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  exportIndex,
  INDEX_FORMATS,
  type IndexFormat,
} from '../../../contract/features/disclosure.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { namedFile } from '../../lib/browser/named-file.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { groupsQuery } from '../../room/groups.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Segments } from '../../ui/field/segments.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { AsOfField, asOfNow, instantAsOf } from './as-of-field.tsx'

const PAST_FORMATS = ['xlsx', 'pdf'] as const satisfies readonly IndexFormat[]
const ALL = 0

interface IndexDialogProps {
  readonly roomId: number
  readonly choosesGroup: boolean
  readonly onClose: () => void
}

export function IndexDialog({ roomId, choosesGroup, onClose }: IndexDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const groups = useQuery({ ...groupsQuery(api, roomId), enabled: choosesGroup })
  const [format, setFormat] = useState<IndexFormat>('xlsx')
  const [groupId, setGroupId] = useState(ALL)
  const [asOf, setAsOf] = useState(asOfNow)
  const isPast = groupId !== ALL && asOf.isPast
  const formats = isPast ? PAST_FORMATS : INDEX_FORMATS
  const chosen = formats.find((one) => one === format) ?? 'xlsx'
  const submit = async () => {
    const { at, problem } = isPast ? instantAsOf(asOf) : {}
    if (problem) return t(problem)
    const ofGroup = groupId === ALL ? {} : { groupId: String(groupId) }
    const bytes = await api.bytes(exportIndex, {
      params: { roomId: String(roomId) },
      query: { format: chosen, ...ofGroup, ...(at ? { at } : {}) },
    })
    const file = namedFile(
      bytes,
      t('disclosure.fileName'),
      at ? Date.parse(at) : systemClock.now(),
      chosen,
    )
    saveFile(file)
    toast(t('disclosure.saved', { name: file.name }))
    onClose()
    return undefined
  }
  const views = [
    { id: ALL, label: t('disclosure.asOperators') },
    ...(groups.data ?? []).map(({ id, name }) => ({ id, label: name })),
  ]
  return (
    <FormDialog
      title={t('disclosure.indexTitle')}
      help={{ text: t('disclosure.indexHelp'), className: 'meta' }}
      className="disclosure-form"
      submit={t('disclosure.download')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <>
          {choosesGroup && (
            <SelectField
              label={t('disclosure.view')}
              options={views}
              chosen={groupId}
              onChoose={setGroupId}
            />
          )}
          {groupId !== ALL && (
            <AsOfField
              asOf={asOf}
              hint={t('disclosure.pastIndexHint')}
              described={described}
              onChange={setAsOf}
            />
          )}
          <div className="disclosure-field">
            <span className="meta">{t('disclosure.format')}</span>
            <Segments
              label={t('disclosure.format')}
              names={formats}
              chosen={chosen}
              textOf={(name) => t(`disclosure.${name}`)}
              onChoose={setFormat}
            />
            <p className="meta">{t(`disclosure.${chosen}Hint`)}</p>
          </div>
        </>
      )}
    </FormDialog>
  )
}
