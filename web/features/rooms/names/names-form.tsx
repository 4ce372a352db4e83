import '../../../ui/field/field.css'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { FIRST_ROOM } from '../../../../contract/core/first-room.ts'
import { ownEmail, ownName } from '../../../../contract/features/members.ts'
import { updateName } from '../../../../contract/features/rooms.ts'
import { elevate } from '../../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError, type FailureCode } from '../../../lib/api/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { OPERATOR_CODE_GROUPING, problemOfCode } from '../../../room/operator-code.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { CodeEntry } from '../../../ui/field/code-entry.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { NAMES, type NameField, type NamesDialogProps, namesToAsk } from './names.ts'

const LENGTH_MAX = 100

const ABOUT_EMAIL: readonly FailureCode[] = ['EMAIL_FORMAT', 'EMAIL_DUPLICATE', 'ADDRESS_UNCHANGED']

type NamesFormField = NameField | 'code'
type Values = Readonly<Record<NamesFormField, string>>

interface Problem {
  readonly field: NamesFormField
  readonly text: string
}

interface NamesFormProps extends NamesDialogProps {
  readonly onMailed: (email: string) => void
}

const clean = (text: string) => text.normalize('NFC').trim()

export function NamesForm(props: NamesFormProps) {
  const { caller, room, kind, isElevated, onLater } = props
  const { t } = useTranslation()
  const id = useId()
  const fields = {
    room: useRef<HTMLInputElement>(null),
    own: useRef<HTMLInputElement>(null),
    email: useRef<HTMLInputElement>(null),
  }
  const codeField = useRef<HTMLInputElement>(null)
  const known = caller.email === FIRST_ROOM.operatorEmail ? '' : caller.email
  const [asked] = useState(kind === 'setup' ? namesToAsk(caller, room) : NAMES)
  const [values, setValues] = useState<Values>({
    room: room.roomName,
    own: caller.name,
    email: known,
    code: '',
  })
  const [problem, setProblem] = useState<Problem>()
  const refuse = (field: NamesFormField, text: string) => {
    setProblem({ field, text })
    const input = field === 'code' ? codeField : fields[field]
    input.current?.focus()
  }
  const saving = useSaving(props, known, refuse)
  const change = (field: NamesFormField) => (value: string) => {
    setProblem(undefined)
    setValues((current) => ({ ...current, [field]: value }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (clean(values.room) === '') return refuse('room', t('names.roomRequired'))
    if (clean(values.own) === '') return refuse('own', t('names.ownRequired'))
    if (clean(values.email) === '' && known !== '') return refuse('email', t('names.emailRequired'))
    const wrong = isElevated ? undefined : problemOfCode(values.code)
    if (wrong) return refuse('code', t(`gate.${wrong}`))
    void saving.save(values)
  }
  const bind = (field: NameField) => ({
    inputRef: fields[field],
    label: t(`names.${field}`),
    value: values[field],
    problem: problem?.field === field ? problem.text : undefined,
    onValue: change(field),
  })
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={fields[asked[0] ?? 'room']}
      onDismiss={onLater}
    >
      <h2 id={`${id}-title`} className="title">
        {t(kind === 'setup' ? 'names.setupTitle' : 'names.title')}
      </h2>
      <p id={`${id}-help`} className="modal-text meta">
        {t(kind === 'setup' ? 'names.setupHelp' : 'names.help')}
      </p>
      <form className="names-form" noValidate onSubmit={submit}>
        {asked.includes('room') && (
          <Line {...bind('room')} placeholder={t('names.roomHint')} autoComplete="off" />
        )}
        {asked.includes('own') && <Line {...bind('own')} autoComplete="name" />}
        {asked.includes('email') && (
          <Line {...bind('email')} help={t('names.emailHelp')} autoComplete="email" type="email" />
        )}
        {!isElevated && (
          <div className="names-line">
            <p className="meta" id={`${id}-code-help`}>
              <strong>{t('names.code')}</strong> {t('names.codeHelp')}
            </p>
            <CodeEntry
              inputRef={codeField}
              value={values.code}
              grouping={OPERATOR_CODE_GROUPING}
              onValue={change('code')}
              label={t('names.code')}
              helpId={`${id}-code-help`}
              problem={problem?.field === 'code' ? problem.text : undefined}
              autoComplete="off"
            />
          </div>
        )}
        <div className="modal-buttons">
          <Button onClick={onLater}>{t(kind === 'setup' ? 'names.later' : 'common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={saving.isBusy}>
            {t('names.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface LineProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly onValue: (value: string) => void
  readonly help?: string
  readonly placeholder?: string
  readonly autoComplete: string
  readonly type?: 'email'
}

function Line({ inputRef, label, value, problem, onValue, help, type, ...rest }: LineProps) {
  const id = useId()
  return (
    <div className="names-line">
      <label className="meta" htmlFor={id}>
        <strong>{label}</strong>
      </label>
      <input
        {...rest}
        ref={inputRef}
        id={id}
        className="field"
        // Browsers would refuse addresses that the server accepts.
        inputMode={type}
        maxLength={type === 'email' ? 254 : LENGTH_MAX}
        value={value}
        aria-describedby={`${id}-help`}
        aria-invalid={problem !== undefined}
        required
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <p
        id={`${id}-help`}
        className={problem === undefined ? 'meta names-help' : 'problem'}
        role={problem === undefined ? undefined : 'alert'}
      >
        {problem ?? help}
      </p>
    </div>
  )
}

/** A code sent to the address must be entered first. */
function useSaving(
  { caller, room, kind, isElevated, onElevated, onChanged, onDone, onMailed }: NamesFormProps,
  known: string,
  refuse: (field: NamesFormField, text: string) => void,
) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const errorText = useErrorText()
  const alertError = useErrorAlert()
  const [isBusy, setBusy] = useState(false)
  const { roomId, userId } = caller

  const run = async ({ code, ...values }: Values): Promise<void> => {
    const [roomName, name, email] = [clean(values.room), clean(values.own), clean(values.email)]
    if (!isElevated) {
      const { checked } = await api.call(elevate, { body: { code, roomId, userId } })
      if (!checked) return refuse('code', t('gate.mismatch'))
      onElevated()
    }
    const asksForMail = email !== '' && email !== known
    // An invalid address is reported before anything changes.
    if (asksForMail) await api.call(ownEmail, { body: { email } })
    if (name !== caller.name) {
      await api.call(ownName, { body: { name } })
      onChanged({ name })
    }
    if (kind === 'setup' || roomName !== room.roomName)
      await api.call(updateName, { body: { id: roomId, roomName } })
    onChanged({})
    if (asksForMail) return onMailed(email)
    toast(t('names.saved'))
    onDone()
  }
  return {
    isBusy,
    async save(values: Values) {
      if (isBusy) return
      setBusy(true)
      try {
        await block(run(values))
      } catch (error) {
        const isAboutEmail = error instanceof ApiError && ABOUT_EMAIL.includes(error.code)
        if (isAboutEmail) refuse('email', errorText(error))
        else await alertError(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
