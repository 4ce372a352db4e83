import { type RefObject, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { attachFileMail, sendByManager, sendByUser } from '../../../contract/features/messages.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDraft } from '../../room/use-draft.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import {
  amongUsers,
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  formOf,
  goesByLink,
  isEmptyDraft,
  isTooMany,
  keptTextOf,
  type Missing,
  missingIn,
  type NamedDocument,
  problemOfFile,
  type Writer,
  writesToUsers,
} from './message-form.ts'
import { useRoomUsers } from './room-users.ts'
import { useTransfer } from './use-transfer.ts'

interface MessageOptions {
  readonly writer: Writer
  readonly document: NamedDocument | undefined
  readonly formRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onSent: () => void
}

const callOf = (writer: Writer) => {
  if (!writesToUsers(writer)) return sendByUser
  return writer.isOperatorArea ? attachFileMail : sendByManager
}

function reasonOf(error: unknown): string | undefined {
  const rejected = error instanceof ApiError ? error.envelope['rejected'] : undefined
  const first: unknown = Array.isArray(rejected) ? rejected[0] : undefined
  const reason: unknown =
    typeof first === 'object' && first !== null ? Reflect.get(first, 'reason') : undefined
  return typeof reason === 'string' ? reason : undefined
}

export function useMessage({ writer, document, formRef, onClose, onSent }: MessageOptions) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const toast = useToast()
  const errorText = useErrorText()
  const [written, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const [missing, setMissing] = useState<Missing>()
  const [isSending, setSending] = useState(false)
  const transfer = useTransfer()
  const [isRestored, setRestored] = useState(false)
  const toUsers = writesToUsers(writer)
  const list = useRoomUsers(writer.roomId, toUsers)
  const draft = list.isWhole ? amongUsers(written, list.users ?? []) : written
  const forget = useDraft({
    kind: 'message',
    text: keptTextOf(draft),
    onKept(text) {
      setDraft((current) => ({ ...current, ...draftOf(text) }))
      setRestored(true)
    },
  })

  const refuse = async (field: Missing) => {
    setMissing(field)
    await dialogs.alert({ tone: 'check', text: t(`messages.${field}Missing`) })
    formRef.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
  }
  const deliver = async () => {
    const form = formOf(draft, writer, list.users ?? [], document)
    const isLinked = goesByLink(draft)
    const stopping = new AbortController()
    setSending(true)
    try {
      const { payload } = await (isLinked
        ? transfer.follow(stopping, (options) => api.send(callOf(writer), form, options))
        : block(api.send(callOf(writer), form)))
      toast({
        text: payload ? t('messages.sentTo', { count: payload.sent }) : t('messages.sent'),
        action: { label: t('messages.sentTitle'), onPress: onSent },
      })
      if (payload && payload.dropped > 0) toast(t('messages.dropped', { count: payload.dropped }))
      forget()
      onClose()
    } catch (error) {
      const reason = reasonOf(error)
      setSending(false)
      if (stopping.signal.aborted) return toast(t('messages.stopped'))
      await dialogs.alert({
        tone: 'error',
        text: errorText(error),
        detail: reason && <p className="modal-text meta">{reason}</p>,
      })
    }
  }

  return {
    draft,
    missing,
    transfer: transfer.state,
    isLinked: goesByLink(draft),
    isRestored,
    restart: () => {
      forget()
      setRestored(false)
      setDraft((current) => ({ ...EMPTY_DRAFT, file: current.file }))
      formRef.current?.querySelector<HTMLElement>('[data-field="title"]')?.focus()
    },
    list: toUsers ? list : undefined,
    isWaiting: toUsers && !list.isWhole && !list.error,
    change: (changes: Partial<Draft>) => {
      setMissing(undefined)
      setDraft((current) => ({ ...current, ...changes }))
    },
    attach: (file: File | undefined) => {
      const problem = file && problemOfFile(file)
      if (problem === undefined) return setDraft((current) => ({ ...current, file }))
      void dialogs.alert({ tone: 'check', text: t(`messages.${problem}`) })
    },
    send: async () => {
      if (isSending) return
      const first = missingIn(draft, toUsers)
      if (first) return refuse(first)
      if (isTooMany(draft))
        return dialogs.alert({
          tone: 'check',
          text: t('messages.tooMany', { limit: LIMITS.recipientsPerMessage }),
        })
      if (toUsers && list.error)
        return dialogs.alert({ tone: 'error', text: errorText(list.error) })
      if (toUsers && !list.isWhole) return
      return deliver()
    },
    cancel: async () => {
      if (isSending) return
      if (isEmptyDraft(draft)) return onClose()
      if (!(await dialogs.confirm({ tone: 'check', text: t('messages.discard') }))) return
      forget()
      onClose()
    },
  }
}
