import './expected.css'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { expectDocuments } from '../../../../contract/features/documents/expected.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { ReasonList } from '../../../ui/dialog/reason-list.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { itemsKey, useFolderPath } from '../list/items-query.ts'
import { RequestField } from './request-field.tsx'

interface AddExpectedDialogProps {
  readonly roomId: number
  readonly folder: number
  readonly onClose: () => void
}

/** Spreadsheets copy a column as lines. */
export function AddExpectedDialog({ roomId, folder, onClose }: AddExpectedDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const [text, setText] = useState('')
  const [threadId, setThreadId] = useState<string>()
  const names = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const folderName = useFolderPath(roomId, folder)?.at(-1)?.folderName ?? t('documents.root')
  const submit = async () => {
    if (names.length === 0) return t('expected.namesMissing')
    if (names.length > LIMITS.expectedPerCall)
      return t('expected.namesTooMany', { limit: LIMITS.expectedPerCall })
    const { added, skipped } = await api.call(expectDocuments, {
      body: { roomId, parent: folder, names, ...(threadId === undefined ? {} : { threadId }) },
    })
    void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
    onClose()
    const received = added.filter(({ isReceived }) => isReceived).length
    if (added.length > 0)
      toast(
        t(received > 0 ? 'expected.addedSome' : 'expected.added', {
          count: added.length,
          received,
        }),
      )
    if (skipped.length > 0)
      void dialogs.alert({
        tone: 'check',
        text: t('expected.skipped', { count: skipped.length }),
        detail: (
          <ReasonList
            label={t('expected.skipped', { count: skipped.length })}
            rows={skipped.map((row, index) => ({ ...row, index }))}
            describe={({ name, code, index }) => ({
              key: String(index),
              name,
              reason: t(`expected.skipped_${code}`),
            })}
            others={(count) => t('uploads.others', { count })}
          />
        ),
      })
    return undefined
  }
  return (
    <FormDialog
      title={t('expected.addTitle')}
      help={{ text: t('expected.addHelp', { folder: folderName }), className: 'modal-text meta' }}
      className="expected-form"
      submit={
        names.length === 0
          ? t('expected.addNone')
          : t('expected.addSubmit', { count: names.length })
      }
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <>
          <label htmlFor={id}>{t('expected.names')}</label>
          <textarea
            {...described}
            ref={field}
            id={id}
            className="field expected-names"
            rows={7}
            spellCheck={false}
            placeholder={t('expected.namesExample')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <RequestField roomId={roomId} chosen={threadId} onChoose={setThreadId} />
        </>
      )}
    </FormDialog>
  )
}
