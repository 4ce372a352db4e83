import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import { isFolder } from './file-kind.ts'
import { useItems } from './items-query.ts'

/** The folders of the room's root, always at hand. */
export function RootFolders({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const items = useItems(roomId, 0)
  const current = useLocation({ select: ({ state }) => state.trail?.[0]?.id })
  const folders = items.data?.filter((item) => isFolder(item)) ?? []
  if (!items.data) return null
  return (
    <nav className="side-nav" aria-label={t('app.folders')}>
      <ul>
        {folders.length === 0 && (
          <li>
            <span className="side-empty">
              <Icon name="folder" />
              {t('documents.emptyRoot')}
            </span>
          </li>
        )}
        {folders.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/"
              search={{ folder: id }}
              state={{ trail: [{ id, name }] }}
              aria-current={id === current ? 'true' : undefined}
              title={name}
            >
              <Icon name="folder" />
              <span className="stem">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
