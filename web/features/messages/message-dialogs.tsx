import type { NamedDocument, Writer } from './message-form.ts'
import { SentDialog } from './sent-dialog.tsx'
import type { SentText } from './sent-row.tsx'
import { WriteDialog } from './write-dialog.tsx'

type MessageView = 'write' | 'sent'

interface MessageDialogsProps {
  readonly writer: Writer
  readonly document: NamedDocument | undefined
  readonly view: MessageView
  /** The delivery toast calls this after unmounting. */
  readonly onView: (view: MessageView | undefined) => void
  readonly onQuestion: ((message: SentText) => void) | undefined
}

export function MessageDialogs({
  writer,
  document,
  view,
  onView,
  onQuestion,
}: MessageDialogsProps) {
  const close = () => onView(undefined)
  if (view === 'sent')
    return <SentDialog roomId={writer.roomId} onQuestion={onQuestion} onClose={close} />
  return (
    <WriteDialog
      writer={writer}
      document={document}
      onSent={() => onView('sent')}
      onClose={close}
    />
  )
}
