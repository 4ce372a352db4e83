import { useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { EntryKind } from '../../../../contract/features/threads/thread-states.ts'
import { addEntry } from '../../../../contract/features/threads/threads.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { parsed } from '../../../lib/api/send-form.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDraft } from '../../../room/use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { FilePicker, formWith } from '../files/file-picker.tsx'
import { LinkList, linksOf } from '../link-list.tsx'
import type { PickedLink } from '../link-picker.tsx'
import { type Thread, useRefresh } from '../threads-query.ts'

interface ReplyBoxProps {
  readonly roomId: number
  readonly thread: Thread
}

const LABELS = { QUESTION: 'followUp', ANSWER: 'answer', NOTE: 'note' } as const
const HINTS = { QUESTION: 'replyQuestion', ANSWER: 'replyAnswer', NOTE: 'replyNote' } as const
const SENDS = { QUESTION: 'send', ANSWER: 'sendAnswer', NOTE: 'sendNote' } as const

const ORDER: readonly EntryKind[] = ['ANSWER', 'QUESTION', 'NOTE']

interface KeptReply {
  readonly thread: string
  readonly kind: EntryKind
  readonly text: string
}

function keptIn(text: string): KeptReply | undefined {
  const kept = parsed(text) as Partial<KeptReply> | undefined
  const { thread, kind, text: written } = kept ?? {}
  return typeof thread === 'string' &&
    typeof written === 'string' &&
    kind !== undefined &&
    ORDER.includes(kind)
    ? { thread, kind, text: written }
    : undefined
}

export function ReplyBox({ roomId, thread }: ReplyBoxProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const box = useRef<HTMLTextAreaElement>(null)
  const kinds = ORDER.filter((kind) => thread.can.entries.includes(kind))
  const [chosen, setKind] = useState<EntryKind>()
  const kind = chosen !== undefined && kinds.includes(chosen) ? chosen : (kinds[0] ?? 'NOTE')
  const [text, setText] = useState('')
  const [links, setLinks] = useState<readonly PickedLink[]>([])
  const [files, setFiles] = useState<readonly File[]>([])
  const [isRestored, setRestored] = useState(false)
  const [isSending, setSending] = useState(false)
  const forget = useDraft({
    kind: 'reply',
    text: text.trim() === '' ? undefined : JSON.stringify({ thread: thread.id, kind, text }),
    onKept(found) {
      const kept = keptIn(found)
      if (kept?.thread !== thread.id) return
      setText(kept.text)
      setKind(kept.kind)
      setRestored(true)
    },
  })
  const choose = (next: EntryKind) => {
    setKind(next)
    box.current?.focus()
  }
  const isEmpty = text.trim() === '' && (kind !== 'ANSWER' || links.length + files.length === 0)
  const send = async () => {
    if (isEmpty || isSending) return
    setSending(true)
    try {
      const params = { id: thread.id }
      const body = { kind, text, links: linksOf(links), rev: thread.rev }
      await (files.length > 0
        ? api.send(addEntry, formWith(body, files), { params })
        : api.call(addEntry, { params, body }))
      forget()
      setText('')
      setLinks([])
      setFiles([])
      setRestored(false)
      toast(t('questions.sent'))
    } catch (error) {
      await alertError(error)
    } finally {
      // The server refuses the next message for an outdated thread.
      await refresh()
      setSending(false)
    }
  }
  return (
    <form
      className={kind === 'NOTE' ? 'reply reply-note' : 'reply'}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {kinds.length > 1 && (
        <Segments
          label={t('questions.replyKind')}
          names={kinds}
          chosen={kind}
          textOf={(each) => t(`questions.${LABELS[each]}`)}
          onChoose={choose}
        />
      )}
      <textarea
        ref={box}
        className="field questions-text"
        rows={4}
        aria-label={t(`questions.${HINTS[kind]}`)}
        placeholder={t(`questions.${HINTS[kind]}`)}
        maxLength={LIMITS.threadText}
        value={text}
        readOnly={isSending}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setRestored(false)
        }}
        // Mail programs send with Ctrl+Enter or Cmd+Enter.
        onKeyDown={(event) => {
          if (
            event.key === 'Enter' &&
            (event.ctrlKey || event.metaKey) &&
            !event.nativeEvent.isComposing
          )
            void send()
        }}
      />
      <p className="meta reply-restored" role="status">
        {isRestored && t('questions.restored')}
      </p>
      <div className="reply-foot">
        <div className="questions-attachments">
          <LinkList roomId={roomId} links={links} onLinks={setLinks} />
          <FilePicker files={files} onFiles={setFiles} />
        </div>
        <Button
          type="submit"
          variant="primary"
          isBusy={isSending}
          blockedBecause={isEmpty ? t(`questions.${HINTS[kind]}`) : undefined}
        >
          {t(`questions.${SENDS[kind]}`)}
        </Button>
      </div>
    </form>
  )
}
