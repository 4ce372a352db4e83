import { useId, useRef } from 'react'
import { Button } from '../button.tsx'
import type { Message } from './message.ts'
import { Modal } from './modal.tsx'

/** The specification requires English titles. */
export const TITLES = {
  check: 'Check !',
  succeed: 'Succeed',
  match: 'Match',
  mismatch: 'Mismatch',
  error: 'Error',
} as const satisfies Record<Message['tone'], string>

interface MessageDialogProps {
  readonly message: Message
  readonly asks: boolean
  readonly labels: { readonly confirm: string; readonly cancel: string }
  readonly onAnswer: (confirmed: boolean) => void
}

export function MessageDialog({ message, asks, labels, onAnswer }: MessageDialogProps) {
  const id = useId()
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      role="alertdialog"
      initialFocus={safe}
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onDismiss={() => onAnswer(false)}
    >
      <h2
        id={`${id}-title`}
        className="title"
        lang={message.title === undefined ? 'en' : undefined}
      >
        {message.title ?? TITLES[message.tone]}
      </h2>
      <div id={`${id}-text`}>
        <p className="modal-text">{message.text}</p>
        {message.detail}
      </div>
      <div className="modal-buttons">
        {asks && (
          <Button ref={safe} onClick={() => onAnswer(false)}>
            {message.cancelLabel ?? labels.cancel}
          </Button>
        )}
        <Button
          {...(asks ? {} : { ref: safe })}
          variant={message.isDangerous ? 'danger' : 'primary'}
          onClick={() => onAnswer(true)}
        >
          {message.confirmLabel ?? labels.confirm}
        </Button>
      </div>
    </Modal>
  )
}
