import type { NamedDocument, Writer } from './message-form.ts'
import { SentDialog } from './sent-dialog.tsx'
import { WriteDialog } from './write-dialog.tsx'

type MessageView = 'write' | 'sent'

interface MessageDialogsProps {
  readonly writer: Writer
  /** The subject of the message. */
  readonly document: NamedDocument | undefined
  readonly view: MessageView
  /** Also called after unmounting, since a toast links to the delivery. */
  readonly onView: (view: MessageView | undefined) => void
}

export function MessageDialogs({ writer, document, view, onView }: MessageDialogsProps) {
  const close = () => onView(undefined)
  if (view === 'sent') return <SentDialog roomId={writer.roomId} onClose={close} />
  return <WriteDialog writer={writer} document={document} onSent={() => onView('sent')} onClose={close} />
}
