import '../../../ui/field/field.css'
import './reading-limits-dialog.css'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { READING_LIMIT_MAX, READING_LIMITS } from '../../../../contract/core/limits.ts'
import {
  type ReadingLimits,
  readReadingLimits,
  updateReadingLimits,
} from '../../../../contract/features/rooms.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'

const WHATS = ['documents', 'pages', 'downloads'] as const
const SPANS = ['Minute', 'Hour'] as const
type What = (typeof WHATS)[number]
type Name = keyof ReadingLimits
const nameOf = (what: What, span: (typeof SPANS)[number]): Name => `${what}Per${span}`

type Typed = Readonly<Record<Name, string>>
const NAMES = Object.keys(READING_LIMITS) as readonly Name[]
const typedOf = (limits: ReadingLimits): Typed =>
  Object.fromEntries(NAMES.map((name) => [name, String(limits[name])])) as Typed

const limitsQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId, 'readingLimits'],
    queryFn: ({ signal }) =>
      api.call(readReadingLimits, { params: { roomId: String(roomId) } }, { signal }),
  })

interface ReadingLimitsDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function ReadingLimitsDialog({ roomId, onClose }: ReadingLimitsDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const limits = useQuery(limitsQuery(api, roomId)).data
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('room.readingLimits')}
      </h2>
      <p id={`${id}-help`} className="modal-text meta">
        {t('room.readingLimitsHelp')}
      </p>
      {limits && <LimitsForm roomId={roomId} limits={limits} onClose={onClose} />}
    </Modal>
  )
}

function LimitsForm({
  roomId,
  limits,
  onClose,
}: ReadingLimitsDialogProps & { readonly limits: ReadingLimits }) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState(() => typedOf(limits))
  const [wrong, setWrong] = useState<{ readonly name: Name; readonly text: string }>()
  const save = useSave(roomId, onClose)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemIn(typed)
    if (found) {
      setWrong({ name: found.name, text: t(`room.${found.problem}`, { max: READING_LIMIT_MAX }) })
      document.getElementById(`${id}-${found.name}`)?.focus()
      return
    }
    void save(Object.fromEntries(NAMES.map((name) => [name, Number(typed[name])])) as ReadingLimits)
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="reading-limits">
        {SPANS.map((span) => (
          <span key={span} className="meta reading-limits-span">
            {t(`room.per${span}`)}
          </span>
        ))}
        {WHATS.map((what) => (
          <div key={what} className="reading-limits-row">
            <span>{t(`room.limit_${what}`)}</span>
            {SPANS.map((span) => {
              const name = nameOf(what, span)
              return (
                <input
                  key={name}
                  id={`${id}-${name}`}
                  className="field numbers"
                  inputMode="numeric"
                  maxLength={6}
                  value={typed[name]}
                  aria-label={`${t(`room.limit_${what}`)} ${t(`room.per${span}`)}`}
                  aria-invalid={wrong?.name === name}
                  aria-describedby={`${id}-problem`}
                  onChange={({ currentTarget }) => {
                    setTyped({ ...typed, [name]: currentTarget.value.trim() })
                    setWrong(undefined)
                  }}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p id={`${id}-problem`} className="problem" role="alert">
        {wrong?.text}
      </p>
      <div className="modal-buttons">
        <Button onClick={() => setTyped(typedOf(READING_LIMITS))}>
          {t('room.limitsDefaults')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('room.limitsSave')}
        </Button>
      </div>
    </form>
  )
}

type Problem = 'limitNumber' | 'limitOrder'

function problemIn(typed: Typed): { readonly name: Name; readonly problem: Problem } | undefined {
  const isNumber = (text: string) =>
    /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= READING_LIMIT_MAX
  const unreadable = NAMES.find((name) => !isNumber(typed[name]))
  if (unreadable) return { name: unreadable, problem: 'limitNumber' }
  const turned = WHATS.find(
    (what) => Number(typed[nameOf(what, 'Hour')]) < Number(typed[nameOf(what, 'Minute')]),
  )
  return turned && { name: nameOf(turned, 'Hour'), problem: 'limitOrder' }
}

function useSave(roomId: number, onSaved: () => void) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const block = useBusy()
  const toast = useToast()
  const alertError = useErrorAlert()
  return async (limits: ReadingLimits): Promise<void> => {
    try {
      await block(api.call(updateReadingLimits, { body: { id: roomId, ...limits } }))
    } catch (error) {
      return alertError(error)
    }
    queries.setQueryData(limitsQuery(api, roomId).queryKey, limits)
    toast(t('room.readingLimitsDone'))
    onSaved()
  }
}
