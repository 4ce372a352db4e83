import type { NamedDocument, Writer } from './message-form.ts'
import { SentDialog } from './sent-dialog.tsx'
import { WriteDialog } from './write-dialog.tsx'

/** A message is written, or one looks at what became of those that were sent. */
type MessageView = 'write' | 'sent'

interface MessageDialogsProps {
  readonly writer: Writer
  /** What the message is about. */
  readonly document: NamedDocument | undefined
  readonly view: MessageView
  /** Also called when the dialogs are gone: what is said of a message leads to its delivery. */
  readonly onView: (view: MessageView | undefined) => void
}

/** The dialog that is open. */
export function MessageDialogs({ writer, document, view, onView }: MessageDialogsProps) {
  const close = () => onView(undefined)
  if (view === 'sent') return <SentDialog roomId={writer.roomId} onClose={close} />
  return <WriteDialog writer={writer} document={document} onSent={() => onView('sent')} onClose={close} />
}
