import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CornerLeftUp, Folder } from 'lucide-react'
import { useDeferredValue, useId, useRef, useState } from 'react'
import { ITEM_TYPE, LIMITS } from '../../../contract/core/limits.ts'
import { list } from '../../../contract/features/documents.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { FileIcon } from '../../ui/list/file-icon.tsx'
import { FileName } from '../../ui/list/file-name.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { type Caller, UploadHere } from './files/upload-here.tsx'

export interface PickedLink {
  readonly itemId: number
  readonly name: string
  readonly page?: number | undefined
}

interface LinkPickerProps {
  readonly roomId: number
  readonly caller?: Caller | undefined
  readonly onPick: (links: readonly PickedLink[]) => void
  readonly onClose: () => void
}

interface LinkPickerStep {
  readonly id: number
  readonly name: string
}

const PAGE = 200

export function LinkPicker({ roomId, caller, onPick, onClose }: LinkPickerProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const search = useRef<HTMLInputElement>(null)
  const [path, setPath] = useState<readonly LinkPickerStep[]>([])
  const [keyword, setKeyword] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<number, string>>(new Map())
  const words = useDeferredValue(keyword.trim())
  const parent = path.at(-1)?.id ?? 0
  const query = useQuery({
    queryKey: ['link-picker', roomId, parent, words],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(
        list,
        { body: { roomId, parent: words === '' ? parent : 0, keword: words, limit: PAGE } },
        { signal },
      ),
  })
  const toggle = (item: { readonly id: number; readonly name: string }) => {
    const next = new Map(picked)
    if (!next.delete(item.id)) next.set(item.id, item.name)
    setPicked(next)
  }
  const take = (items: readonly LinkPickerStep[]) => {
    setPicked((now) => new Map([...now, ...items.map((item) => [item.id, item.name] as const)]))
    void query.refetch()
  }
  const enter = (folder: LinkPickerStep) => {
    setKeyword('')
    setPath([...path, folder])
  }
  const done = () => {
    onPick([...picked].map(([itemId, name]) => ({ itemId, name })))
    onClose()
  }
  return (
    <Modal labelledBy={`${id}-title`} initialFocus={search} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('questions.linkTitle')}
      </h2>
      <input
        ref={search}
        className="field field-small"
        type="search"
        aria-label={t('questions.linkSearch')}
        placeholder={t('questions.linkSearch')}
        autoComplete="off"
        maxLength={LIMITS.keywordLength}
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
      />
      <div className="link-picker">
        {words === '' && path.length > 0 && (
          <Button
            variant="quiet"
            size="small"
            icon={CornerLeftUp}
            onClick={() => setPath(path.slice(0, -1))}
          >
            {path.at(-1)?.name} · {t('questions.linkUp')}
          </Button>
        )}
        {query.data === undefined ? (
          <QueryState query={query} count={6} />
        ) : query.data.length === 0 ? (
          <p className="meta">{t(words === '' ? 'questions.linkEmpty' : 'questions.noneFound')}</p>
        ) : (
          <ul>
            {query.data.map((item) => (
              <li key={item.id} className="link-picker-item">
                <label>
                  <input
                    type="checkbox"
                    checked={picked.has(item.id)}
                    onChange={() => toggle(item)}
                  />
                  {item.type === ITEM_TYPE.folder ? (
                    <Folder className="link-picker-folder" aria-hidden="true" />
                  ) : (
                    <FileIcon name={item.name} />
                  )}
                  <span className="file-name" title={item.name}>
                    <FileName name={item.name} />
                  </span>
                </label>
                {item.type === ITEM_TYPE.folder && (
                  <Button variant="quiet" size="small" onClick={() => enter(item)}>
                    ›<span className="hidden">{item.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="link-picker-foot">
        <p className="meta numbers" role="status">
          {t('questions.linkChosen', { count: picked.size })}
        </p>
        {caller && words === '' && <UploadHere caller={caller} parent={parent} onUploaded={take} />}
      </div>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" onClick={done}>
          {t('questions.linkDone')}
        </Button>
      </div>
    </Modal>
  )
}
