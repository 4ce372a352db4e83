import '../../../ui/field/field.css'
import './write.css'
import { useId, useRef, useState } from 'react'
import type { ThreadType } from '../../../../contract/features/threads/thread-states.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { FilePicker } from '../files/file-picker.tsx'
import { LinkList } from '../link-list.tsx'
import { useOwnThreads } from '../threads-query.ts'
import { SimilarThreads } from './similar-threads.tsx'
import { formOf, type ThreadForm, type WriteStart } from './thread-form.ts'
import { useKeptForm } from './use-kept-form.ts'
import { useSending } from './use-sending.ts'
import { WriteFields, WriteGroup } from './write-fields.tsx'
import { WriteRules } from './write-rules.tsx'

interface WriteDialogProps {
  readonly roomId: number
  readonly type: ThreadType
  readonly isArea: boolean
  readonly start: WriteStart
  readonly onWritten: (id: string) => void
  readonly onClose: () => void
}

export function WriteDialog({ roomId, type, isArea, start, onWritten, onClose }: WriteDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const own = useOwnThreads(roomId).data
  const title = useRef<HTMLInputElement>(null)
  const [form, setForm] = useState(() => formOf(start))
  const edited = start && 'thread' in start ? start.thread : undefined
  const messageId = start && 'message' in start ? start.message.id : undefined
  const draft = useKeptForm(form, edited === undefined && messageId === undefined, (kept) =>
    setForm((now) => ({ ...now, ...kept })),
  )
  const set = (change: Partial<ThreadForm>) => setForm({ ...form, ...change })
  const [groupId, setGroupId] = useState(0)
  const [files, setFiles] = useState<readonly File[]>([])
  const sending = useSending({
    roomId,
    type,
    form,
    files,
    edited,
    messageId,
    groupId: isArea ? groupId : undefined,
    onSent: draft.forget,
    onWritten,
    onClose,
  })
  const mayDraft = type === 'QUESTION' && edited === undefined
  const blocked =
    own && !isArea && type === 'QUESTION' && !own.canSubmit
      ? t(`questions.blocked${own.reason ?? 'ROLE'}`)
      : undefined
  const heading = edited
    ? 'questions.editTitle'
    : type === 'QUESTION'
      ? 'questions.writeQuestion'
      : 'questions.writeRequestTitle'
  return (
    <Modal labelledBy={`${id}-title`} size="wide" initialFocus={title} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t(heading)}
      </h2>
      <form
        className="questions-form"
        autoComplete="off"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void sending.send(edited || blocked === undefined ? 'SUBMITTED' : 'DRAFT')
        }}
      >
        {own && !isArea && !edited && <WriteRules own={own} form={form} />}
        <p className="meta reply-restored" role="status">
          {draft.isRestored && t('questions.restored')}
        </p>
        {isArea && !edited && <WriteGroup roomId={roomId} groupId={groupId} onGroup={setGroupId} />}
        <WriteFields
          roomId={roomId}
          type={type}
          form={form}
          titleRef={title}
          isEdited={edited !== undefined}
          onForm={set}
        />
        <div className="questions-attachments">
          <LinkList roomId={roomId} links={form.links} onLinks={(links) => set({ links })} />
          {!edited && <FilePicker files={files} onFiles={setFiles} />}
        </div>
        {!edited && (
          <SimilarThreads roomId={roomId} form={form} groupId={isArea ? groupId : undefined} />
        )}
        <p className="problem" role="alert">
          {sending.problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {mayDraft && (
            <Button isBusy={sending.isBusy} onClick={() => void sending.send('DRAFT')}>
              {t('questions.writeDraft')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            isBusy={sending.isBusy}
            blockedBecause={edited ? undefined : blocked}
          >
            {t(edited ? 'questions.writeSave' : 'questions.writeSubmit')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
