import './order-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { type Item, locate } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useNumbering } from '../../../room/room-access.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { itemsKey } from '../list/items-query.ts'
import { useOrderWithUndo } from './use-order-actions.ts'

interface OrderDialogProps {
  readonly roomId: number
  /** Of one folder. */
  readonly items: readonly Item[]
  readonly onClose: () => void
}

/** Of the first of the chosen items, from 1. */
function usePosition(roomId: number, item: Item | undefined): number | undefined {
  const api = useApi()
  const fileId = item?.id ?? 0
  const { data } = useQuery({
    queryKey: [...itemsKey(roomId), 'position', fileId],
    enabled: item !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) => api.call(locate, { body: { roomId, fileId, sort: 'index' } }, { signal }),
  })
  return data && data.position + 1
}

const PLACE = /^[1-9]\d{0,8}$/

/** Asks for the place within the folder, which is the last part of the number. Fixed numbers are named beside it, since they may differ. */
export function OrderDialog({ roomId, items, onClose }: OrderDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const move = useOrderWithUndo(roomId)
  const [first] = items
  const isFixed = useNumbering() === 'fixed'
  const steps = first?.index?.split('.') ?? []
  const above = isFixed ? '' : steps.slice(0, -1).join('.')
  const position = usePosition(roomId, isFixed ? first : undefined)
  const present = isFixed ? String(position ?? '') : (steps.at(-1) ?? '')
  const [typed, setTyped] = useState<string>()
  const value = typed ?? present
  const submit = async () => {
    const place = value.trim()
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
              value={value}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </span>
          {isFixed && position !== undefined && first?.index !== undefined && (
            <p className="meta" role="status">
              {t('actions.orderNow', { place: position, number: first.index })}
            </p>
          )}
        </div>
      )}
    </FormDialog>
  )
}
