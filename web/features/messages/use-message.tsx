import { type RefObject, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { sendByManager, sendByUser } from '../../../contract/features/messages.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatSize } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useBusy } from '../../ui/busy.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { useToast } from '../../ui/toasts.tsx'
import {
  type Draft,
  EMPTY_DRAFT,
  formOf,
  isEmptyDraft,
  isTooMany,
  type Missing,
  missingIn,
  type NamedDocument,
  problemOfFile,
  type Writer,
  writesToUsers,
} from './message-form.ts'
import { useRoomUsers } from './room-users.ts'

interface MessageOptions {
  readonly writer: Writer
  readonly document: NamedDocument
  /** Holds the fields, which are marked by `data-field`. */
  readonly formRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** What the server says of the file it has refused. */
function reasonOf(error: unknown): string | undefined {
  const rejected = error instanceof ApiError ? error.envelope['rejected'] : undefined
  const first: unknown = Array.isArray(rejected) ? rejected[0] : undefined
  const reason: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'reason') : undefined
  return typeof reason === 'string' ? reason : undefined
}

/** A message that is being written, and what becomes of it. What was written goes only with the dialog. */
export function useMessage({ writer, document, formRef, onClose }: MessageOptions) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const toast = useToast()
  const errorText = useErrorText()
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const [missing, setMissing] = useState<Missing>()
  const [isSending, setSending] = useState(false)
  const toUsers = writesToUsers(writer)
  const list = useRoomUsers(writer.roomId, toUsers)

  const refuse = async (field: Missing) => {
    setMissing(field)
    await dialogs.alert({ tone: 'check', text: t(`messages.${field}Missing`) })
    formRef.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
  }
  const deliver = async () => {
    const form = formOf(draft, writer, list.users ?? [], document)
    setSending(true)
    try {
      const { payload } = await block(api.send(toUsers ? sendByManager : sendByUser, form))
      toast(payload ? t('messages.sentTo', { count: payload.sent }) : t('messages.sent'))
      if (payload && payload.dropped > 0) toast(t('messages.dropped', { count: payload.dropped }))
      onClose()
    } catch (error) {
      const reason = reasonOf(error)
      setSending(false)
      await dialogs.alert({ tone: 'error', text: errorText(error), detail: reason && <p className="modal-text meta">{reason}</p> })
    }
  }

  return {
    draft,
    missing,
    list: toUsers ? list : undefined,
    change: (changes: Partial<Draft>) => {
      setMissing(undefined)
      setDraft((current) => ({ ...current, ...changes }))
    },
    attach: (file: File | undefined) => {
      const problem = file && problemOfFile(file)
      if (problem === undefined) return setDraft((current) => ({ ...current, file }))
      void dialogs.alert({ tone: 'check', text: t(`messages.${problem}`, { limit: formatSize(LIMITS.attachmentBytes) }) })
    },
    send: async () => {
      if (isSending) return
      const first = missingIn(draft, toUsers)
      if (first) return refuse(first)
      if (isTooMany(draft)) return dialogs.alert({ tone: 'check', text: t('messages.tooMany', { limit: LIMITS.recipientsPerMessage }) })
      return deliver()
    },
    cancel: async () => {
      if (isEmptyDraft(draft) || (await dialogs.confirm({ tone: 'check', text: t('messages.discard') }))) onClose()
    },
  }
}
