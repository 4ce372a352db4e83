import './order-dialog.css'
import { useId, useRef, useState } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useOrderWithUndo } from './use-order-actions.ts'

interface OrderDialogProps {
  readonly roomId: number
  /** Of one folder. */
  readonly items: readonly Item[]
  readonly onClose: () => void
}

const PLACE = /^[1-9]\d{0,8}$/

/** Asks for the place within the folder, which is the last part of the number unless numbers are fixed. */
export function OrderDialog({ roomId, items, onClose }: OrderDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const move = useOrderWithUndo(roomId)
  const [first] = items
  const steps = first?.index?.split('.') ?? []
  const above = steps.slice(0, -1).join('.')
  const [typed, setTyped] = useState(steps.at(-1) ?? '')
  const submit = async () => {
    const place = typed.trim()
    if (!PLACE.test(place)) return t('actions.orderWrong')
    await move(items, { place: Number(place) })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={items.length === 1 ? t('actions.orderOne', { name: first?.name ?? '' }) : t('actions.orderMany', { count: items.length })}
      help={{ text: t('actions.orderHelp'), className: 'modal-text meta' }}
      className="order-form"
      submit={t('actions.orderSubmit')}
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <div className="order-place">
          <label htmlFor={id}>{t('actions.orderPlace')}</label>
          <span className="order-number numbers">
            {above !== '' && <span>{above}.</span>}
            <input
              {...described}
              ref={field}
              id={id}
              className="field"
              inputMode="numeric"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </span>
        </div>
      )}
    </FormDialog>
  )
}
