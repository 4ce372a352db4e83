import '../../ui/field/field.css'
import { TriangleAlert } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { ask, confirm } from '../../../contract/features/ending.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { ApiError, type FailureCode } from '../../lib/api/api-error.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { problemOfCode } from '../../room/operator-code.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { useSubmit } from '../../ui/dialog/use-submit.ts'
import { useBusy } from '../../ui/state/busy.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { ConfirmingCode } from './confirming-code.tsx'
import type { Ending, EndingRoom } from './ending-query.ts'
import { HowItBegins } from './how-it-begins.tsx'
import { useRenewal } from './use-renewal.ts'

interface DestroyDialogProps {
  readonly place: RefObject<HTMLElement | null>
  readonly kind: 'ask' | 'confirm'
  readonly room: EndingRoom
  readonly ending: Pick<Ending, 'otherOperators' | 'confirmableFrom' | 'lastArchiveAt'>
  readonly onDestroying: () => void
  readonly onClose: () => void
}

interface Problems {
  readonly roomNo?: string
  readonly code?: string
}

/** A plain OK is too easy for a destruction. */
export function DestroyDialog({
  place,
  kind,
  room,
  ending,
  onDestroying,
  onClose,
}: DestroyDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const roomNoField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const [roomNo, setRoomNo] = useState('')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const refuse = (field: keyof Problems, text: string) => {
    setProblems({ [field]: text })
    if (field === 'code') setCode('')
    const input = field === 'code' ? codeField : roomNoField
    input.current?.focus()
  }
  const send = useSend({ place, kind, room, refuse, onDestroying, onClose })
  const onSubmit = useSubmit(async () => {
    if (roomNo.trim() !== room.roomNo) return refuse('roomNo', t('ending.roomNoWrong'))
    const wrong = problemOfCode(code)
    if (wrong) return refuse('code', t(`gate.${wrong}`))
    setProblems({})
    await send(roomNo.trim(), code)
  })
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={roomNoField}
      onDismiss={onClose}
    >
      <h2 id={`${id}-title`} className="title">
        {t(`ending.${kind}Title`)}
      </h2>
      <div id={`${id}-help`} className="ending-help">
        <p className="modal-text">{t(`ending.${kind}Help`)}</p>
        {kind === 'ask' && <HowItBegins className="modal-text" ending={ending} />}
        {ending.lastArchiveAt === null && (
          <p className="ending-warning">
            <TriangleAlert />
            <span>{t('ending.noArchive')}</span>
          </p>
        )}
      </div>
      <form className="ending-form" autoComplete="off" noValidate onSubmit={onSubmit}>
        <label className="meta">
          {t('ending.roomNo', { no: room.roomNo })}
          <input
            ref={roomNoField}
            className="field numbers"
            value={roomNo}
            aria-describedby={`${id}-problem`}
            aria-invalid={problems.roomNo !== undefined}
            onChange={({ currentTarget }) => {
              setRoomNo(currentTarget.value)
              setProblems({})
            }}
          />
        </label>
        <p id={`${id}-problem`} className="problem" role="alert">
          {problems.roomNo}
        </p>
        <ConfirmingCode
          label={t('ending.code')}
          help={t('ending.codeHelp')}
          value={code}
          problem={problems.code}
          inputRef={codeField}
          onValue={(value) => {
            setCode(value)
            setProblems({})
          }}
        />
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="danger">
            {t(`ending.${kind}`)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface Sending
  extends Pick<DestroyDialogProps, 'place' | 'kind' | 'room' | 'onDestroying' | 'onClose'> {
  readonly refuse: (field: keyof Problems, text: string) => void
}

const GONE_ON: readonly FailureCode[] = [
  'DESTRUCTION_ASKED',
  'NO_DESTRUCTION',
  'SECOND_OPERATOR',
  'ROOM_CLOSED',
  'NOT_OPERATOR',
  'NOT_RAISED',
]

function useSend({ place, kind, room, refuse, onDestroying, onClose }: Sending) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const renew = useRenewal(room.roomId, place)
  const block = useBusy()
  const toast = useToast()
  const errorText = useErrorText()
  const alertError = useErrorAlert()
  const { roomId } = room
  return async (roomNo: string, code: string): Promise<void> => {
    const body = { id: roomId, roomNo, code }
    try {
      if (kind === 'confirm') {
        await block(api.call(confirm, { body }))
        return onDestroying()
      }
      const { dueAt } = await block(api.call(ask, { body }))
      toast(t('ending.asked', { date: formatInstant(dueAt, language) }))
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : undefined
      if (refused === 'CODE_DIFFERS') return refuse('code', errorText(error))
      if (refused === 'ROOM_NUMBER_DIFFERS') return refuse('roomNo', errorText(error))
      await alertError(error)
      renew()
      if (refused === undefined || !GONE_ON.includes(refused)) return
    }
    onClose()
    renew()
  }
}
