import './show-pin-dialog.css'
import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { showPin } from '../../../contract/features/members.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { type TextKey, useTranslation } from '../../lib/i18n.ts'
import { OPERATOR_CODE_GROUPING, problemOfCode } from '../../room/operator-code.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalClose } from '../../ui/dialog/modal.tsx'
import { CodeEntry } from '../../ui/field/code-entry.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { failedMailsKey } from './mails/failed-mails-query.ts'
import type { Member } from './members-query.ts'
import { isOperator } from './table/member-status.ts'

interface ShowPinDialogProps {
  readonly roomId: number
  readonly member: Member
  readonly onClose: () => void
}

export function ShowPinDialog(props: ShowPinDialogProps) {
  const [pin, setPin] = useState<string>()
  const [blocked] = useState(() => blockedBecause(props.member))
  if (blocked !== undefined) return <Blocked {...props} reason={blocked} />
  return pin === undefined ? <Asking {...props} onShown={setPin} /> : <Shown {...props} pin={pin} />
}

function blockedBecause(member: Member): TextKey | undefined {
  if (isOperator(member)) return 'members.showPinOperator'
  if (!member.access) return 'members.showPinBlocked'
  return member.lastSeenAt === null ? undefined : 'members.showPinEntered'
}

function Blocked({ member, reason, onClose }: ShowPinDialogProps & { readonly reason: TextKey }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('members.showPinTitle', { name: member.userName })}
      </h2>
      <p id={`${id}-text`} className="modal-text">
        {t(reason)}
      </p>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}

function Asking({
  roomId,
  member,
  onClose,
  onShown,
}: ShowPinDialogProps & { readonly onShown: (pin: string) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const queries = useQueryClient()
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const refuse = (text: string) => {
    setCode('')
    setProblem(text)
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wrong = problemOfCode(code)
    if (wrong) return refuse(t(`gate.${wrong}`))
    setBusy(true)
    try {
      onShown((await block(api.call(showPin, { body: { id: member.id, roomId, code } }))).pin)
      void queries.invalidateQueries({ queryKey: failedMailsKey(roomId) })
    } catch (error) {
      refuse(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={input}
      onDismiss={onClose}
    >
      <h2 id={`${id}-title`} className="title">
        {t('members.showPinTitle', { name: member.userName })}
      </h2>
      <div id={`${id}-help`} className="show-pin-help">
        <p className="modal-text">{t('members.showPinHelp')}</p>
        <p className="modal-text meta">{t('members.showPinEffect', { name: member.userName })}</p>
      </div>
      <form className="show-pin-form" noValidate onSubmit={(event) => void submit(event)}>
        <p className="meta">{t('members.showPinCode')}</p>
        <CodeEntry
          inputRef={input}
          value={code}
          grouping={OPERATOR_CODE_GROUPING}
          onValue={(value) => {
            setProblem(undefined)
            setCode(value)
          }}
          label={t('gate.code')}
          helpId={`${id}-help`}
          problem={problem}
          autoComplete="off"
        />
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('members.showPinDo')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function Shown({ member, pin, onClose }: ShowPinDialogProps & { readonly pin: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const id = useId()
  const copyButton = useRef<HTMLButtonElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(pin)
      toast(t('members.pinCopied'))
    } catch {
      toast(t('members.pinNotCopied'))
    }
  }
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={copyButton}
      onDismiss={onClose}
    >
      <h2 id={`${id}-title`} className="title">
        {t('members.pinShownTitle', { name: member.userName })}
      </h2>
      <div className="show-pin">
        <output className="show-pin-digits numbers" aria-label={t('members.pin')}>
          {pin}
        </output>
        <Button ref={copyButton} icon={Copy} onClick={() => void copy()}>
          {t('members.pinCopy')}
        </Button>
      </div>
      <p id={`${id}-help`} className="modal-text meta">
        {t('members.pinShownHelp')}
      </p>
      <div className="modal-buttons">
        <Button variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}
