import './expected.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { fulfilExpected } from '../../../../contract/features/documents/expected.ts'
import { list } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { isFolder } from '../file-kind.ts'
import { itemsKey } from '../list/items-query.ts'
import type { ExpectedDocument } from './expected-query.ts'

interface FulfilDialogProps {
  readonly roomId: number
  readonly row: ExpectedDocument
  readonly onFulfilled: () => void
  readonly onClose: () => void
}

const SHOWN = 100

export function FulfilDialog({ roomId, row, onFulfilled, onClose }: FulfilDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const api = useApi()
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<number>()
  const wanted = useDeferredValue(keyword.trim())
  const query = useQuery({
    queryKey: [...itemsKey(roomId), 'fulfil', row.parent, wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(
        list,
        { body: { roomId, parent: row.parent, keword: wanted, limit: LIMITS.listMax } },
        { signal },
      ),
    select: (items) => items.filter((item) => !isFolder(item)),
  })
  const submit = async () => {
    if (chosen === undefined) return t('expected.chooseFirst')
    await api.call(fulfilExpected, { body: { roomId, id: row.id, itemId: chosen } })
    onFulfilled()
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('expected.fulfilTitle', { name: row.name })}
      help={{ text: t('expected.fulfilHelp'), className: 'modal-text meta' }}
      className="expected-form"
      submit={t('expected.fulfilSubmit')}
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      <label htmlFor={id}>{t('expected.search')}</label>
      <input
        ref={field}
        id={id}
        type="search"
        className="field"
        maxLength={LIMITS.keywordLength}
        value={keyword}
        onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
      />
      <ScrollArea className="expected-choices" label={t('expected.documents')}>
        <QueryState query={query} count={4} />
        {query.data?.length === 0 && (
          <p className="meta expected-hint">{t('expected.noDocuments')}</p>
        )}
        {query.data?.slice(0, SHOWN).map((item) => (
          <label key={item.id} className="expected-choice">
            <input
              type="radio"
              name={`${id}-item`}
              checked={item.id === chosen}
              onChange={() => setChosen(item.id)}
            />
            <FileIcon name={item.name} />
            <span>
              {item.name}
              {wanted !== '' && <span className="meta">{item.path}</span>}
            </span>
          </label>
        ))}
      </ScrollArea>
    </FormDialog>
  )
}
