import './archives.css'
import { useQueryClient } from '@tanstack/react-query'
import { Archive, Download, RotateCw, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ArchiveItem } from '../../../../contract/features/archive.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { ProgressBar } from '../../../ui/state/progress-bar.tsx'
import { endingQuery } from '../ending-query.ts'
import { useArchiveCalls } from './use-archive-calls.ts'

interface ArchiveListProps {
  readonly roomId: number
  readonly archives: readonly ArchiveItem[]
  readonly onAgain: () => void
}

export function ArchiveList({ roomId, archives, onAgain }: ArchiveListProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const calls = useArchiveCalls(roomId, place)
  return (
    <div ref={place} tabIndex={-1}>
      <Settled roomId={roomId} archives={archives} />
      {archives.length === 0 && (
        <p className="archives-none meta">
          <Archive />
          {t('archive.none')}
        </p>
      )}
      {archives.length > 0 && <Rows {...{ archives, calls, onAgain }} />}
    </div>
  )
}

function Settled({ roomId, archives }: Pick<ArchiveListProps, 'roomId' | 'archives'>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const before = useRef<readonly ArchiveItem[]>(undefined)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const known = before.current
    before.current = archives
    const changed = archives.find(({ id, state, fetchedAt }) => {
      if (!known || state === 'PREPARING') return false
      const one = known.find((archive) => archive.id === id)
      return one?.state !== state || one.fetchedAt !== fetchedAt
    })
    if (!changed) return
    setSaid(`${changed.name}: ${t(stateTextOf(changed))}`)
    void queries.invalidateQueries({ queryKey: endingQuery(api, roomId).queryKey })
  }, [archives, t, api, queries, roomId])
  return (
    <p className="hidden" role="status">
      {said}
    </p>
  )
}

interface RowsProps extends Pick<ArchiveListProps, 'archives' | 'onAgain'> {
  readonly calls: ReturnType<typeof useArchiveCalls>
}

function Rows({ archives, calls, onAgain }: RowsProps) {
  const { t } = useTranslation()
  return (
    <ul className="archives">
      {archives.map((archive) => (
        <li key={archive.id} className="archive-row">
          <Archive />
          <ArchiveWords archive={archive} />
          <div className="archive-tools">
            {archive.state === 'READY' && (
              <Button
                size="small"
                icon={Download}
                aria-label={t('archive.downloadOf', { name: archive.name })}
                onClick={() => void calls.download(archive)}
              >
                {t('archive.download')}
              </Button>
            )}
            {archive.state === 'FAILED' && (
              <Button size="small" icon={RotateCw} aria-haspopup="dialog" onClick={onAgain}>
                {t('archive.again')}
              </Button>
            )}
            <IconButton
              size="small"
              icon={archive.state === 'PREPARING' ? X : Trash2}
              label={t(archive.state === 'PREPARING' ? 'archive.stopOf' : 'archive.removeOf', {
                name: archive.name,
              })}
              tip={t(archive.state === 'PREPARING' ? 'archive.stop' : 'archive.remove')}
              onClick={() => void calls.remove(archive)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

const SEALED = { passphrase: 'archive.sealedPassphrase', age: 'archive.sealedAge' } as const

function ArchiveWords({ archive }: { readonly archive: ArchiveItem }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { name, group, createdBy, createdAt, protection } = archive
  return (
    <div className="archive-words">
      <span className="file-name">
        <FileName name={name} />
      </span>
      <ArchiveState archive={archive} />
      <span className="meta numbers">
        {group !== undefined && `${t('archive.ofGroup', { name: group })} · `}
        {t('archive.by', { name: createdBy, date: formatInstant(createdAt, language) })}
        {` · ${t(protection === null ? 'archive.sealedNone' : SEALED[protection])}`}
      </span>
    </div>
  )
}

const stateTextOf = ({ state, fetchedAt }: ArchiveItem) => {
  if (state === 'FAILED') return 'archive.failed'
  return fetchedAt === null ? 'archive.ready' : 'archive.fetched'
}

function ArchiveState({ archive }: { readonly archive: ArchiveItem }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  if (archive.state === 'PREPARING') {
    const { done, total } = archive
    return (
      <div className="archive-progress">
        <span className="meta numbers">
          {total === 0 ? t('archive.counting') : t('archive.progress', { done, total })}
        </span>
        <ProgressBar
          label={`${t('archive.preparing')}: ${archive.name}`}
          share={total === 0 ? 0 : done / total}
        />
      </div>
    )
  }
  if (archive.state === 'FAILED') {
    return (
      <span className="archive-state">
        <Chip tone="danger" text={t(stateTextOf(archive))} />
        <span>
          {archive.unreadable === null
            ? t(`archive.${archive.reason}`)
            : t('archive.unreadable', { path: archive.unreadable })}
        </span>
      </span>
    )
  }
  return (
    <span className="archive-state numbers">
      <Chip tone="ok" text={t(stateTextOf(archive))} />
      <span>
        {`${formatSize(archive.size)} · ${t('archive.files', { count: archive.files })} · `}
        {t('archive.keptUntil', { date: formatInstant(archive.keptUntil, language) })}
      </span>
    </span>
  )
}
