import '../field/field.css'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { useErrorText } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'
import { type LongAct, LongWait } from './long-wait.tsx'
import { Modal } from './modal.tsx'
import { useSubmit } from './use-submit.ts'

export interface DescribedField {
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
}

interface FormDialogProps {
  readonly title: ReactNode
  readonly help?: { readonly text: ReactNode; readonly className?: string }
  readonly className: string
  readonly size?: 'medium' | 'wide'
  readonly submit: string
  readonly variant?: 'primary' | 'danger'
  readonly waiting?: string
  readonly act?: LongAct | undefined
  readonly aside?: ReactNode
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** @returns any problem's text. @throws an error, which is shown. */
  readonly onSubmit: () => Promise<string | undefined>
  readonly onClose: () => void
  readonly children: ReactNode | ((field: DescribedField) => ReactNode)
}

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    help,
    className,
    size = 'medium',
    submit,
    variant = 'primary',
    aside,
    initialFocus,
    onSubmit,
    children,
    act,
  } = props
  const onClose = act?.stop ?? props.onClose
  const { t } = useTranslation()
  const id = useId()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const send = useSubmit(async () => {
    setBusy(true)
    setProblem('')
    const wrong = await onSubmit().catch(errorText)
    setBusy(false)
    if (wrong === undefined) return
    setProblem(wrong)
    const field = initialFocus?.current
    if (field instanceof HTMLInputElement) field.select()
    field?.focus()
  })
  return (
    <Modal
      labelledBy={`${id}-title`}
      size={size}
      {...(help ? { describedBy: `${id}-help` } : {})}
      {...(initialFocus ? { initialFocus } : {})}
      onDismiss={onClose}
    >
      <h2 id={`${id}-title`} className="title">
        {title}
      </h2>
      {help && (
        <p id={`${id}-help`} className={help.className ?? 'modal-text'}>
          {help.text}
        </p>
      )}
      <form
        className={className}
        autoComplete="off"
        noValidate
        onChange={() => setProblem('')}
        onSubmit={send}
      >
        {typeof children === 'function'
          ? children({ 'aria-describedby': `${id}-problem`, 'aria-invalid': problem !== '' })
          : children}
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
        {props.waiting !== undefined && (
          <LongWait isWaiting={isBusy} text={props.waiting} act={act} />
        )}
        <div className="modal-buttons">
          <Button isBusy={act?.isStopping ?? false} onClick={onClose}>
            {act?.stopLabel ?? t('common.cancel')}
          </Button>
          {aside}
          <Button type="submit" variant={variant} isBusy={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
