import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import type { TrailEntry } from './trail.ts'

/** Names alone can be the same on every level; the way to each cannot. */
const keyOf = (way: readonly TrailEntry[]): string => way.map(({ id, name }) => id ?? name).join('/')

/** The way from the root to the folder that is shown. */
export function Breadcrumb({ trail }: { readonly trail: readonly TrailEntry[] }) {
  const { t } = useTranslation()
  const root: TrailEntry = { id: 0, name: t('documents.root') }
  const entries = [root, ...trail]
  return (
    <nav className="crumbs" aria-label={t('documents.where')}>
      <ol>
        {entries.map((entry, depth) => (
          <li key={keyOf(entries.slice(0, depth + 1))}>
            {depth > 0 && <Icon name="next" />}
            <Crumb entry={entry} trail={trail.slice(0, depth)} isCurrent={depth === entries.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface CrumbProps {
  readonly entry: TrailEntry
  readonly trail: readonly TrailEntry[]
  readonly isCurrent: boolean
}

function Crumb({ entry, trail, isCurrent }: CrumbProps) {
  if (isCurrent) return <span aria-current="location">{entry.name}</span>
  if (entry.id === undefined) return <span>{entry.name}</span>
  return (
    <Link to="." search={entry.id === 0 ? {} : { folder: entry.id }} state={{ trail }}>
      {entry.name}
    </Link>
  )
}
