import './import-dialog.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import {
  IMPORT_FIELDS,
  type ImportField,
  importThreads,
} from '../../../../contract/features/threads/thread-exchange.ts'
import {
  THREAD_TYPES,
  type ThreadType,
} from '../../../../contract/features/threads/thread-states.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { useGroups, useRefresh } from '../threads-query.ts'

type Preview = PayloadOut<typeof importThreads>
type Columns = Readonly<Partial<Record<ImportField, number>>>

interface ImportDialogProps {
  readonly roomId: number
  readonly isArea: boolean
  readonly onClose: () => void
}

interface SendThreadsInput {
  readonly roomId: number
  readonly file: File
  readonly type: ThreadType
  readonly groupId: number | undefined
  readonly columns: Columns | undefined
}

async function send(
  api: Api,
  { roomId, file, type, groupId, columns }: SendThreadsInput,
  apply: boolean,
): Promise<Preview> {
  const form = new FormData()
  form.append('roomId', String(roomId))
  form.append('apply', String(apply))
  form.append('type', type)
  if (groupId !== undefined) form.append('groupId', String(groupId))
  if (columns !== undefined) form.append('columns', JSON.stringify(columns))
  form.append('file', file)
  return (await api.send(importThreads, form)).payload
}

export function ImportDialog({ roomId, isArea, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const groups =
    useGroups(roomId, isArea).data?.filter(
      ({ kind, shared }) => kind === 'participants' && shared,
    ) ?? []
  const [file, setFile] = useState<File>()
  const [type, setType] = useState<ThreadType>('REQUEST')
  const [groupId, setGroupId] = useState(0)
  const [columns, setColumns] = useState<Columns>()
  const isComplete = file !== undefined && (!isArea || groupId > 0)
  const sent = file && { roomId, file, type, groupId: isArea ? groupId : undefined, columns }
  const query = useQuery({
    queryKey: [
      'thread-import',
      roomId,
      file?.name,
      file?.lastModified,
      file?.size,
      type,
      groupId,
      columns,
    ],
    enabled: isComplete,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => send(api, sent as SendThreadsInput, false),
  })
  const applying = useMutation({
    mutationFn: () => send(api, sent as SendThreadsInput, true),
    onSuccess({ counts }) {
      toast(t('questions.imported', { added: counts.new, changed: counts.changed }))
      onClose()
    },
    onError: alertError,
    onSettled: refresh,
  })
  const found = query.data
  const count = found ? found.counts.new + found.counts.changed : 0
  const blocked = !found
    ? t('questions.importChoose')
    : found.counts.error > 0
      ? t('questions.importErrors')
      : count === 0
        ? t('questions.importNothing')
        : undefined
  return (
    <Modal size="wide" labelledBy={id} onDismiss={onClose}>
      <h2 id={id} className="title">
        {t('questions.import')}
      </h2>
      <p className="modal-text">{t('questions.importHelp')}</p>
      <div className="questions-choices import-choices">
        <FileButton
          icon={FileUp}
          label={file?.name ?? t('questions.importFile')}
          accept=".xlsx,.csv"
          size="medium"
          onFile={(next) => {
            setFile(next)
            setColumns(undefined)
          }}
        />
        <SelectField
          label={t('questions.type')}
          chosen={type}
          options={THREAD_TYPES.map((each) => ({ id: each, label: t(`questions.type${each}`) }))}
          onChoose={setType}
        />
        {isArea && (
          <SelectField
            label={t('questions.group')}
            chosen={groupId}
            options={[
              { id: 0, label: t('questions.groupChoose') },
              ...groups.map((group) => ({ id: group.id, label: group.name })),
            ]}
            onChoose={setGroupId}
          />
        )}
      </div>
      {isComplete &&
        (found ? (
          <Found preview={found} onColumns={setColumns} />
        ) : (
          <QueryState query={query} count={5} />
        ))}
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          isBusy={applying.isPending}
          blockedBecause={blocked}
          onClick={() => applying.mutate()}
        >
          {t('questions.importApply')}
        </Button>
      </div>
    </Modal>
  )
}

const TONES = { new: 'ok', changed: 'warn', same: 'neutral', error: 'danger' } as const
const NONE = -1

function Found({
  preview,
  onColumns,
}: {
  readonly preview: Preview
  readonly onColumns: (columns: Columns) => void
}) {
  const { t } = useTranslation()
  const { columns, rows, counts } = preview
  const placed: Columns = Object.fromEntries(
    columns.flatMap(({ field }, index) => (field === null ? [] : [[field, index]])),
  )
  const place = (field: ImportField, index: number) => {
    const rest = Object.entries(placed).filter(([name, at]) => name !== field && at !== index)
    onColumns({ ...Object.fromEntries(rest), ...(index === NONE ? {} : { [field]: index }) })
  }
  return (
    <>
      <fieldset className="import-columns">
        <legend>{t('questions.importColumns')}</legend>
        {IMPORT_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={t(`questions.importField_${field}`)}
            chosen={placed[field] ?? NONE}
            options={[
              { id: NONE, label: '–' },
              ...columns.map(({ head }, index) => ({
                id: index,
                label: head === '' ? `${index + 1}` : head,
              })),
            ]}
            onChoose={(index) => place(field, index)}
          />
        ))}
      </fieldset>
      <p className="numbers" role="status">
        {t('questions.importCounts', counts)}
      </p>
      <ScrollArea className="import-rows" label={t('questions.import')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('questions.importRow')}</th>
              <th scope="col">{t('questions.importChange')}</th>
              <th scope="col">{t('questions.importField_title')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, change, number, title, fields, errors }) => (
              <tr key={row}>
                <td className="numbers">{row}</td>
                <td>
                  <Chip tone={TONES[change]} text={t(`questions.import_${change}`)} />
                </td>
                <td>
                  {number !== null && <span className="numbers meta">{number} </span>}
                  {title}
                  {fields.length > 0 && (
                    <span className="meta import-detail">
                      {fields.map((field) => t(`questions.importField_${field}`)).join(', ')}
                    </span>
                  )}
                  {errors.map(({ field, code }) => (
                    <span key={`${field} ${code}`} className="import-error">
                      {t(`questions.importField_${field}`)}: {t(`questions.importError_${code}`)}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  )
}
