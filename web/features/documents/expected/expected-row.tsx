import { CircleCheck, Ellipsis, FileClock, MessagesSquare, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { ACCEPTED_FILES } from '../../../lib/accepted-files.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { ExpectedDocument } from './expected-query.ts'
import type { ExpectedActions } from './use-expected-actions.tsx'

interface ExpectedRowProps {
  readonly row: ExpectedDocument
  readonly place?: ReactNode
  readonly actions: ExpectedActions
}

export function ExpectedRow({ row, place, actions }: ExpectedRowProps) {
  const { t } = useTranslation()
  const { name, index, item, threadId, parent } = row
  const input = useRef<HTMLInputElement>(null)
  const [menu, setMenu] = useState<HTMLElement>()
  const target =
    item || !actions.upload
      ? {}
      : { 'data-drop-folder': parent, 'data-drop-name': name, 'data-drop-as': name }
  return (
    <li className="expected-row" {...target}>
      {item ? (
        <CircleCheck className="expected-received" aria-hidden="true" />
      ) : (
        <FileClock aria-hidden="true" />
      )}
      <div className="expected-text">
        <span className="expected-named">
          {index && <span className="items-number numbers">{index}</span>}
          <span className="expected-name">{name}</span>
          {threadId !== undefined && (
            <span className="expected-tied" data-tip={t('expected.tied')}>
              <MessagesSquare aria-hidden="true" />
              <span className="hidden">{t('expected.tied')}</span>
            </span>
          )}
        </span>
        {(place || item) && (
          <span className="meta">
            {place}
            {item && t('expected.receivedAs', { name: item.name })}
          </span>
        )}
      </div>
      {!item && actions.upload && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            accept={ACCEPTED_FILES}
            aria-label={t('expected.uploadOf', { name })}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) actions.upload?.(file, parent, name)
              currentTarget.value = ''
            }}
          />
          <IconButton
            icon={Upload}
            size="small"
            label={t('expected.uploadOf', { name })}
            tip={t('expected.upload')}
            onClick={() => input.current?.click()}
          />
        </>
      )}
      {actions.menuOf && (
        <IconButton
          icon={Ellipsis}
          size="small"
          label={t('documents.moreOf', { name })}
          tip={t('common.more')}
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
          onClick={({ currentTarget }) => setMenu(currentTarget)}
        />
      )}
      {menu && actions.menuOf && (
        <Suspense>
          <LazyMenu
            label={t('documents.moreOf', { name })}
            anchor={menu}
            actions={actions.menuOf(row)}
            onClose={() => setMenu(undefined)}
          />
        </Suspense>
      )}
    </li>
  )
}
