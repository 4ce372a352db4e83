import './rename-dialog.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLongAct } from '../../../room/acts/use-long-act.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { FailedQuery } from '../../../ui/state/query-state.tsx'
import { useSort } from '../list/sort.ts'
import { ListField } from './list-field.tsx'
import { byList, byPattern, inListOrder, NO_PATTERN } from './new-names.ts'
import { PatternFields } from './pattern-fields.tsx'
import { isRefused, type PreviewRow, RenamePreview } from './rename-preview.tsx'
import { useRenameMany, useRenamePreview } from './use-rename-many.ts'

interface RenameDialogProps {
  readonly roomId: number
  readonly items: readonly Item[]
  readonly onClose: () => void
}

const METHODS = ['pattern', 'list'] as const

export function RenameDialog({ roomId, items: selected, onClose }: RenameDialogProps) {
  const { t } = useTranslation()
  const [sort] = useSort()
  const [items] = useState(() => inListOrder(selected, sort))
  const [method, setMethod] = useState<(typeof METHODS)[number]>('pattern')
  const [pattern, setPattern] = useState(NO_PATTERN)
  const [text, setText] = useState('')
  const [isRefusedOnly, setRefusedOnly] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLTextAreaElement>(null)
  const rename = useRenameMany(roomId)
  const act = useLongAct(roomId, t('renaming.waiting'))

  const pasted = useMemo(() => byList(items, text), [items, text])
  const names = useMemo(
    () => (method === 'list' ? pasted.names : byPattern(items, pattern)),
    [method, pasted, items, pattern],
  )
  const { query, results } = useRenamePreview(roomId, items, names.join('\n'))
  const rows = items.map(
    ({ id, name }, index): PreviewRow => ({
      id,
      from: name,
      to: names[index] ?? name,
      result: results.get(id),
    }),
  )
  const changed = rows.filter(({ from, to }) => from !== to).length
  const refused = rows.filter(isRefused)
  const isNarrowed = isRefusedOnly && refused.length > 0

  useEffect(() => {
    if (method === 'list') list.current?.focus()
  }, [method])

  const submit = async () => {
    if (changed === 0) return t('renaming.nothing')
    if (refused.length > 0) return t('renaming.refused', { count: refused.length })
    try {
      if (await act.run((name) => rename(items, names, name))) onClose()
    } catch (error) {
      void query.refetch()
      throw error
    }
    return undefined
  }
  return (
    <FormDialog
      title={t('renaming.title', { count: items.length })}
      className="renaming"
      size="wide"
      submit={changed === 0 ? t('renaming.submitNone') : t('renaming.submit', { count: changed })}
      waiting={t('renaming.waiting')}
      act={act.shown}
      initialFocus={first}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="renaming-ways">
        <Segments
          label={t('renaming.way')}
          names={METHODS}
          chosen={method}
          textOf={(name) => t(`renaming.${name}Way`)}
          onChoose={setMethod}
        />
      </div>
      {method === 'pattern' ? (
        <PatternFields pattern={pattern} first={first} onChange={setPattern} />
      ) : (
        <ListField
          text={text}
          pasted={pasted}
          present={items.map(({ name }) => name)}
          field={list}
          onChange={setText}
        />
      )}
      {query.isError && <FailedQuery query={query} />}
      <div className="renaming-sum">
        <p role="status">
          {t('renaming.sum', { count: changed - refused.length, same: rows.length - changed })}
          {refused.length > 0 && (
            <strong>{t('renaming.sumRefused', { count: refused.length })}</strong>
          )}
        </p>
        {refused.length > 0 && (
          <Choice type="checkbox" isChosen={isRefusedOnly} onChange={setRefusedOnly}>
            {t('renaming.refusedOnly')}
          </Choice>
        )}
      </div>
      <RenamePreview label={t('renaming.preview')} rows={isNarrowed ? refused : rows} />
    </FormDialog>
  )
}
