import '../../ui/field/field.css'
import './write-dialog.css'
import { X } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { FileName } from '../../ui/list/file-name.tsx'
import { ProgressBar } from '../../ui/state/progress-bar.tsx'
import { AttachmentField } from './attachment-field.tsx'
import { type NamedDocument, type Writer, writesToUsers } from './message-form.ts'
import { RecipientPicker } from './recipient-picker.tsx'
import { useMessage } from './use-message.tsx'
import type { Transfer } from './use-transfer.ts'

interface WriteDialogProps {
  readonly writer: Writer
  readonly document: NamedDocument | undefined
  readonly onSent: () => void
  readonly onClose: () => void
}

/** After the upload, the message may leave at any moment. */
function TransferState({ transfer: { share, stop } }: { readonly transfer: Transfer }) {
  const { t } = useTranslation()
  const isThere = share >= 1
  return (
    <div className="message-transfer">
      <div className="message-share">
        <p role="status">{t(isThere ? 'messages.checking' : 'messages.transfer')}</p>
        <span className="meta numbers" aria-hidden="true">
          {t('messages.share', { percent: Math.floor(share * 100) })}
        </span>
      </div>
      <ProgressBar label={t('messages.transfer')} share={share} />
      <div className="modal-buttons">
        <Button
          autoFocus
          blockedBecause={isThere ? t('messages.checking') : undefined}
          onClick={stop}
        >
          {t('messages.stop')}
        </Button>
      </div>
    </div>
  )
}

export function WriteDialog({ writer, document, onSent, onClose }: WriteDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const formRef = useRef<HTMLFormElement>(null)
  const titleRef = useRef<HTMLInputElement>(null)
  const sendRef = useRef<HTMLButtonElement>(null)
  const message = useMessage({ writer, document, formRef, onSent, onClose })
  const { transfer, isWaiting, send, cancel } = message
  const isUnderWay = transfer !== undefined
  useEffect(() => (isUnderWay ? () => sendRef.current?.focus() : undefined), [isUnderWay])
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
          {!transfer && (
            <IconButton icon={X} label={t('common.close')} onClick={() => void cancel()} />
          )}
        </div>
        {}
        <div className="message-fields" inert={isUnderWay}>
          <MessageFields message={message} document={document} titleRef={titleRef} />
        </div>
        {transfer ? (
          <TransferState transfer={transfer} />
        ) : (
          <div className="modal-buttons message-buttons">
            <Button variant="quiet" onClick={onSent}>
              {t('messages.sentTitle')}
            </Button>
            <Button onClick={() => void cancel()}>{t('common.cancel')}</Button>
            <Button ref={sendRef} type="submit" variant="primary" isBusy={isWaiting}>
              {t('messages.send')}
            </Button>
          </div>
        )}
      </form>
    </Modal>
  )
}

interface MessageFieldsProps {
  readonly message: ReturnType<typeof useMessage>
  readonly document: NamedDocument | undefined
  readonly titleRef: RefObject<HTMLInputElement | null>
}

function MessageFields({ message, document, titleRef }: MessageFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { draft, missing, list, isRestored, isLinked, restart, change, attach } = message
  return (
    <>
      {document && (
        <p className="message-document meta">
          <span>{t('messages.document')}</span>
          {document.index && <span className="numbers">{document.index}</span>}
          <span className="file-name" data-tip={document.name}>
            <FileName name={document.name} />
          </span>
        </p>
      )}
      <p className="message-restored meta" role="status">
        {isRestored && t('messages.restored')}
      </p>
      {isRestored && (
        <Button size="small" onClick={restart}>
          {t('messages.restoredDrop')}
        </Button>
      )}
      {list && (
        <RecipientPicker
          list={list}
          chosen={draft.chosen}
          onChange={(chosen) => change({ chosen })}
        />
      )}
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
      <AttachmentField file={draft.file} isLinked={isLinked} onChoose={attach} />
    </>
  )
}
