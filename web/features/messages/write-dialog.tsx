import '../../ui/field.css'
import './write-dialog.css'
import { X } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Modal } from '../../ui/modal.tsx'
import { AttachmentField } from './attachment-field.tsx'
import { type NamedDocument, type Writer, writesToUsers } from './message-form.ts'
import { RecipientPicker } from './recipient-picker.tsx'
import { useMessage } from './use-message.tsx'

interface WriteDialogProps {
  readonly writer: Writer
  readonly document: NamedDocument | undefined
  /** To what was sent before; what is written here stays as a draft. */
  readonly onSent: () => void
  readonly onClose: () => void
}

/** Writes a message, perhaps about a document: a participant to the operators, an operator to users. */
export function WriteDialog({ writer, document, onSent, onClose }: WriteDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const formRef = useRef<HTMLFormElement>(null)
  const titleRef = useRef<HTMLInputElement>(null)
  const { draft, missing, list, isWaiting, isRestored, startAnew, change, attach, send, cancel } = useMessage({
    writer,
    document,
    formRef,
    onSent,
    onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <Modal labelledBy={`${id}-heading`} initialFocus={titleRef} onDismiss={() => void cancel()}>
      <form ref={formRef} className="message" noValidate autoComplete="off" onSubmit={submit}>
        <div className="message-head">
          <h2 id={`${id}-heading`} className="title">
            {t(writesToUsers(writer) ? 'messages.toUsers' : 'messages.toOperators')}
          </h2>
          <IconButton icon={X} label={t('common.close')} onClick={() => void cancel()} />
        </div>
        {document && (
          <p className="message-document meta">
            <span>{t('messages.document')}</span>
            <span className="file-name" data-tip={document.name}>
              <FileName name={document.name} />
            </span>
          </p>
        )}
        <p className="message-restored meta" role="status">
          {isRestored && t('messages.restored')}
        </p>
        {isRestored && (
          <Button size="small" onClick={startAnew}>
            {t('messages.restoredDrop')}
          </Button>
        )}
        {list && <RecipientPicker list={list} chosen={draft.chosen} onChange={(chosen) => change({ chosen })} />}
        <div>
          <label className="message-label" htmlFor={`${id}-title`}>
            {t('messages.title')}
          </label>
          <input
            ref={titleRef}
            id={`${id}-title`}
            className="field"
            data-field="title"
            value={draft.title}
            maxLength={LIMITS.messageTitle}
            aria-required
            aria-invalid={missing === 'title' || undefined}
            onChange={(event) => change({ title: event.currentTarget.value })}
            // Enter in the title sends nothing: the content comes next.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
        <div>
          <label className="message-label" htmlFor={`${id}-content`}>
            {t('messages.content')}
          </label>
          <textarea
            id={`${id}-content`}
            className="field message-content"
            data-field="content"
            rows={7}
            value={draft.content}
            maxLength={LIMITS.messageContent}
            aria-required
            aria-invalid={missing === 'content' || undefined}
            onChange={(event) => change({ content: event.currentTarget.value })}
          />
        </div>
        <AttachmentField file={draft.file} onChoose={attach} />
        <div className="modal-buttons message-buttons">
          <Button variant="quiet" onClick={onSent}>
            {t('messages.sentTitle')}
          </Button>
          <Button onClick={() => void cancel()}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isWaiting}>
            {t('messages.send')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
