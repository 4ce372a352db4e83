import './disclosure.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportIndex, INDEX_FORMATS, type IndexFormat } from '../../../contract/features/disclosure.ts'
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

/** What operators see. */
const ALL = 0

interface IndexDialogProps {
  readonly roomId: number
  /** Full operators choose whose view of the room it lists. */
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
  const submit = async () => {
    const ofGroup = groupId === ALL ? {} : { groupId: String(groupId) }
    const bytes = await api.bytes(exportIndex, { params: { roomId: String(roomId) }, query: { format, ...ofGroup } })
    const file = namedFile(bytes, t('disclosure.fileName'), systemClock.now(), format)
    saveFile(file)
    toast(t('disclosure.saved', { name: file.name }))
    onClose()
    return undefined
  }
  const views = [{ id: ALL, label: t('disclosure.asOperators') }, ...(groups.data ?? []).map(({ id, name }) => ({ id, label: name }))]
  return (
    <FormDialog
      title={t('disclosure.indexTitle')}
      help={{ text: t('disclosure.indexHelp'), className: 'meta' }}
      className="disclosure-form"
      submit={t('disclosure.download')}
      onSubmit={submit}
      onClose={onClose}
    >
      {choosesGroup && <SelectField label={t('disclosure.view')} options={views} chosen={groupId} onChoose={setGroupId} />}
      <div className="disclosure-field">
        <span className="meta">{t('disclosure.format')}</span>
        <Segments
          label={t('disclosure.format')}
          names={INDEX_FORMATS}
          chosen={format}
          textOf={(name) => t(`disclosure.${name}`)}
          onChoose={setFormat}
        />
        <p className="meta">{t(`disclosure.${format}Hint`)}</p>
      </div>
    </FormDialog>
  )
}
