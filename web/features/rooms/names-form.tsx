import '../../ui/field.css'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { FIRST_ROOM } from '../../../contract/core/first-room.ts'
import { ownEmail, ownName } from '../../../contract/features/members.ts'
import { updateName } from '../../../contract/features/rooms.ts'
import { raise } from '../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { ApiError, type FailureCode } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { CODE_GROUPING, problemOfCode } from '../../lib/operator-code.ts'
import { useBusy } from '../../ui/busy.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { NAMES, type NameField, type NamesDialogProps, namesToAsk } from './names.ts'

const LENGTH_MAX = 100

const ABOUT_EMAIL: readonly FailureCode[] = ['EMAIL_FORMAT', 'EMAIL_DUPLICATE', 'ADDRESS_UNCHANGED']

type Field = NameField | 'code'
type Values = Readonly<Record<Field, string>>

interface Problem {
  readonly field: Field
  readonly text: string
}

interface NamesFormProps extends NamesDialogProps {
  /** A code is on its way to this new address. */
  readonly onMailed: (email: string) => void
}

const clean = (text: string) => text.normalize('NFC').trim()

/** Takes the names, and the operator code where the operator area is not open. */
export function NamesForm(props: NamesFormProps) {
  const { caller, room, kind, isRaised, onLater } = props
  const { t } = useTranslation()
  const id = useId()
  const fields = { room: useRef<HTMLInputElement>(null), own: useRef<HTMLInputElement>(null), email: useRef<HTMLInputElement>(null) }
  const codeField = useRef<HTMLInputElement>(null)
  // The address that a first start gives its operator reaches nobody.
  const known = caller.email === FIRST_ROOM.operatorEmail ? '' : caller.email
  const [asked] = useState(kind === 'setup' ? namesToAsk(caller, room) : NAMES)
  const [values, setValues] = useState<Values>({ room: room.roomName, own: caller.name, email: known, code: '' })
  const [problem, setProblem] = useState<Problem>()
  const refuse = (field: Field, text: string) => {
    setProblem({ field, text })
    const input = field === 'code' ? codeField : fields[field]
    input.current?.focus()
  }
  const saving = useSaving(props, known, refuse)
  const change = (field: Field) => (value: string) => {
    setProblem(undefined)
    setValues((current) => ({ ...current, [field]: value }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (clean(values.room) === '') return refuse('room', t('names.roomRequired'))
    if (clean(values.own) === '') return refuse('own', t('names.ownRequired'))
    if (clean(values.email) === '' && known !== '') return refuse('email', t('names.emailRequired'))
    const wrong = isRaised ? undefined : problemOfCode(values.code)
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
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} initialFocus={fields[asked[0] ?? 'room']} onDismiss={onLater}>
      <h2 id={`${id}-title`} className="title">
        {t(kind === 'setup' ? 'names.setupTitle' : 'names.title')}
      </h2>
      <p id={`${id}-help`} className="modal-text meta">
        {t(kind === 'setup' ? 'names.setupHelp' : 'names.help')}
      </p>
      <form className="names-form" noValidate onSubmit={submit}>
        {asked.includes('room') && <Line {...bind('room')} placeholder={t('names.roomHint')} autoComplete="off" />}
        {asked.includes('own') && <Line {...bind('own')} autoComplete="name" />}
        {asked.includes('email') && <Line {...bind('email')} help={t('names.emailHelp')} autoComplete="email" type="email" />}
        {!isRaised && (
          <div className="names-line">
            <p className="meta" id={`${id}-code-help`}>
              <strong>{t('names.code')}</strong> {t('names.codeHelp')}
            </p>
            <CodeField
              inputRef={codeField}
              value={values.code}
              grouping={CODE_GROUPING}
              onValue={change('code')}
              aria-label={t('names.code')}
              aria-describedby={`${id}-code-help ${id}-code-problem`}
              aria-invalid={problem?.field === 'code'}
              required
              autoComplete="off"
              name="code"
            />
            <p id={`${id}-code-problem`} className="problem" role="alert">
              {problem?.field === 'code' && problem.text}
            </p>
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
        // A browser's own check of addresses would refuse what the server takes.
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

/** Saves what was changed, the address last: it is not changed before a mailed code is entered. */
function useSaving(
  { caller, room, kind, isRaised, onRaised, onChanged, onDone, onMailed }: NamesFormProps,
  known: string,
  refuse: (field: Field, text: string) => void,
) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const errorText = useErrorText()
  const tellError = useTellError()
  const [isBusy, setBusy] = useState(false)
  const { roomId, userId } = caller

  const run = async ({ code, ...values }: Values): Promise<void> => {
    const [roomName, name, email] = [clean(values.room), clean(values.own), clean(values.email)]
    if (!isRaised) {
      const { checked } = await api.call(raise, { body: { code, roomId, userId } })
      if (!checked) return refuse('code', t('gate.mismatch'))
      onRaised()
    }
    const asksForMail = email !== '' && email !== known
    // Before the names: what is wrong about the address is told while nothing is changed.
    if (asksForMail) await api.call(ownEmail, { body: { email } })
    if (name !== caller.name) {
      await api.call(ownName, { body: { name } })
      onChanged({ name })
    }
    if (kind === 'setup' || roomName !== room.roomName) await api.call(updateName, { body: { id: roomId, roomName } })
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
        else await tellError(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
