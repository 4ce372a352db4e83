import './rename-field.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { normalizeName } from '../../../../contract/core/name-key.ts'
import { rename } from '../../../../contract/features/documents/changes.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { splitName } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { isFolder } from '../file-kind.ts'
import { itemsKey } from '../list/items-query.ts'
import type { ActionCaller } from './item-actions.ts'

interface RenameFieldProps {
  readonly item: Item
  readonly caller: ActionCaller
  readonly onClose: () => void
}

const keepsItsEvents = Object.fromEntries(
  [
    'onClick',
    'onDoubleClick',
    'onPointerDown',
    'onMouseDown',
    'onContextMenu',
    'onTouchEnd',
    'onCopy',
    'onCut',
    'onPaste',
  ].map((name) => [name, (event: SyntheticEvent) => event.stopPropagation()]),
)

export function RenameField({ item, caller, onClose }: RenameFieldProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const problemId = useId()
  const [stem, extension] = isFolder(item) ? [item.name, ''] : splitName(item.name)
  const [name, setName] = useState(stem)
  const input = useRef<HTMLInputElement>(null)
  const renaming = useRename(item, caller)
  const isOver = useRef(false)
  useEffect(() => input.current?.select(), [])

  const close = () => {
    isOver.current = true
    // The renamed row moves and takes the focus along.
    if (document.activeElement === input.current) input.current?.closest('tr')?.focus()
    onClose()
  }
  const save = () => {
    const typed = normalizeName(name).trim()
    if (isOver.current || renaming.isPending) return
    if (typed === '' || typed === stem || typed === item.name) return close()
    renaming.mutate(typed, { onSuccess: close })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') close()
  }
  const problem = renaming.error ? errorText(renaming.error) : undefined
  return (
    <span className="rename" {...keepsItsEvents}>
      <input
        ref={input}
        className="field field-small"
        aria-label={t('actions.newName', { name: item.name })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        value={name}
        maxLength={LIMITS.nameLength}
        spellCheck={false}
        readOnly={renaming.isPending}
        onChange={(event) => {
          setName(event.currentTarget.value)
          renaming.reset()
        }}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
      {extension !== '' && <span className="rename-extension">{extension}</span>}
      {problem !== undefined && <Problem id={problemId} text={problem} field={input} />}
    </span>
  )
}

function useRename({ id: fileId }: Item, { id, roomId }: ActionCaller) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (name: string) => api.call(rename, { body: { fileId, name, id, roomId } }),
    onSuccess() {
      toast(t('actions.renamed'))
      return queries.invalidateQueries({ queryKey: itemsKey(roomId) })
    },
  })
}

interface ProblemProps {
  readonly id: string
  readonly text: string
  readonly field: RefObject<HTMLInputElement | null>
}

const GAP = 4

function Problem({ id, text, field }: ProblemProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    element.showPopover()
    const place = () => {
      const around = field.current?.getBoundingClientRect()
      if (!around) return
      const { width, height } = element.getBoundingClientRect()
      const below = around.bottom + GAP
      element.style.left = `${Math.max(GAP, Math.min(around.left, innerWidth - width - GAP))}px`
      element.style.top = `${below + height > innerHeight ? around.top - GAP - height : below}px`
    }
    place()
    const listening = new AbortController()
    for (const name of ['scroll', 'resize'])
      addEventListener(name, place, { capture: true, passive: true, signal: listening.signal })
    return () => listening.abort()
  }, [field])
  return (
    <div ref={bubble} id={id} className="rename-problem" popover="manual" role="alert">
      {text}
    </div>
  )
}
