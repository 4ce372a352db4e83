import './order-dialog.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText, Folder } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useNumbering } from '../../../room/room-access.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import type { Target } from '../actions/item-actions.ts'
import { useRested } from '../input/use-rested.ts'
import { aboveOf, inItself, numberIn, type Spot, spotQuery } from './spot-query.ts'

interface OrderDialogProps {
  readonly roomId: number
  readonly items: readonly Item[]
  readonly onPlace: (target: Target, place: number) => Promise<void>
  readonly onClose: () => void
}

export function OrderDialog({ roomId, items, onPlace, onClose }: OrderDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [first] = items
  const [value, setValue] = useState(first?.index ?? '')
  const number = numberIn(value)
  const asked = useRested(number)
  const query = useQuery({ ...spotQuery(api, roomId, asked ?? ''), enabled: asked !== undefined })
  const problemOf = useProblem(items)
  const isFixed = useNumbering() === 'fixed'

  const submit = async () => {
    if (number === undefined) return t('ordering.wrong')
    const spot = await queries
      .fetchQuery(spotQuery(api, roomId, number))
      .catch((error: unknown) => error)
    const problem = problemOf(number, spot)
    if (problem !== undefined) return problem
    const { parent, place } = spot as Spot
    if (!parent) return undefined
    onClose()
    await onPlace({ id: parent.id, name: parent.name || t('documents.root') }, place)
    return undefined
  }
  const isAnswered = asked !== undefined && asked === number && !query.isPending
  return (
    <FormDialog
      title={
        items.length === 1
          ? t('ordering.one', { name: first?.name ?? '' })
          : t('ordering.many', { count: items.length })
      }
      help={{ text: t('ordering.help'), className: 'modal-text meta' }}
      className="order-form"
      submit={t('actions.move')}
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <>
          <div className="order-place">
            <label htmlFor={id}>{t('ordering.number')}</label>
            <input
              {...described}
              ref={field}
              id={id}
              className="field numbers"
              inputMode="decimal"
              value={value}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          </div>
          <div className="order-spot" aria-live="polite">
            {isFixed && <p>{t('ordering.fixed')}</p>}
            {isAnswered && (
              <SpotPreview
                items={items}
                spot={query.data}
                problem={problemOf(asked, query.data ?? query.error)}
              />
            )}
          </div>
        </>
      )}
    </FormDialog>
  )
}

function useProblem(
  items: readonly Item[],
): (number: string, answer: unknown) => string | undefined {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (number, answer) => {
    const above = aboveOf(number)
    if (answer instanceof Error) return errorText(answer)
    const { parent } = answer as Spot
    if (!parent) return t('ordering.noFolder', { number: above })
    if (!parent.isFolder) return t('ordering.document', { number: above, name: parent.name })
    const cycle = inItself(items, above)
    return cycle && t('ordering.itself', { name: cycle.name })
  }
}

interface SpotPreviewProps {
  readonly items: readonly Item[]
  readonly spot: Spot | undefined
  readonly problem: string | undefined
}

function SpotPreview({ items, spot, problem }: SpotPreviewProps) {
  const { t } = useTranslation()
  if (problem !== undefined) return <p className="order-problem">{problem}</p>
  if (!spot?.parent) return null
  const { parent, place, isEnd, around } = spot
  const folder = parent.id === 0 ? t('documents.root') : parent.name
  const moved = new Set(items.map(({ id }) => id))
  return (
    <>
      <p>{isEnd ? t('ordering.end', { folder }) : t('ordering.at', { folder, place })}</p>
      {around.length > 0 && (
        <ul aria-label={t('ordering.around')}>
          {around.map(({ id, name, index, isFolder, place: at }) => (
            <li
              key={id}
              className={at === place ? 'order-there' : undefined}
              aria-current={at === place ? 'true' : undefined}
            >
              {isFolder ? <Folder /> : <FileText />}
              <span className="ellipsis">
                {index && <span className="numbers">{index} </span>}
                {name}
              </span>
              {moved.has(id) && <span className="meta">{t('ordering.moved')}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
