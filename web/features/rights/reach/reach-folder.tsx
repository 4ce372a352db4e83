import { ChevronRight, FolderClosed, FolderX } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { NO_PERIOD } from '../../../room/grants.ts'
import type { ReachSubject } from '../../../room/rights-subject.ts'
import { Button } from '../../../ui/button.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { useWhenNear } from '../../../ui/list/use-when-near.ts'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { useRightsTexts } from '../use-rights-texts.ts'
import { onFolderKey } from './reach-keys.ts'
import { type Reached, useReach } from './reach-query.ts'

interface ReachFolderProps {
  readonly roomId: number
  readonly subject: ReachSubject
  readonly folder: { readonly id: number; readonly name: string }
}

export function ReachFolder({ roomId, subject, folder }: ReachFolderProps) {
  const { t } = useTranslation()
  const query = useReach(roomId, subject, folder.id)
  const place = useRef<HTMLLIElement>(null)
  const { hasNextPage, isFetching, isFetchNextPageError } = query
  useWhenNear({
    place,
    isWaiting: hasNextPage && !isFetching && !isFetchNextPageError,
    onNear: () => void query.fetchNextPage(),
  })
  const rows = query.data?.pages.flatMap(({ payload }) => payload)
  if (!rows) return <QueryState query={query} count={folder.id === 0 ? 5 : 2} />
  if (rows.length === 0 && folder.id === 0)
    return <EmptyState icon={FolderX} text={t('rights.reachNothing')} />
  if (rows.length === 0) return <p className="meta reach-empty">{t('rights.reachEmpty')}</p>
  return (
    <ul className="reach-list" aria-label={folder.name}>
      {rows.map((item) => (
        <ReachRow key={item.id} roomId={roomId} subject={subject} item={item} />
      ))}
      {hasNextPage && (
        <li ref={place} className="reach-more">
          <Button
            size="small"
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t(isFetchNextPageError ? 'common.retry' : 'common.more')}
          </Button>
        </li>
      )}
    </ul>
  )
}

interface ReachRowProps extends Pick<ReachFolderProps, 'roomId' | 'subject'> {
  readonly item: Reached
}

function ReachRow({ roomId, subject, item }: ReachRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div className="reach-row">
        {item.isFolder ? (
          <button
            type="button"
            className="reach-name reach-toggle"
            aria-expanded={isOpen}
            onKeyDown={onFolderKey}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight aria-hidden="true" className="reach-chevron" />
            <FolderClosed aria-hidden="true" className="reach-icon" />
            <span>{item.name}</span>
          </button>
        ) : (
          <span className="reach-name">
            <span className="reach-chevron" />
            <FileIcon name={item.name} />
            <span>{item.name}</span>
          </span>
        )}
        <Reason item={item} />
      </div>
      {isOpen && <ReachFolder roomId={roomId} subject={subject} folder={item} />}
    </li>
  )
}

function Reason({
  item: { id, level, isPath, from, print, download },
}: {
  readonly item: Reached
}) {
  const { t } = useTranslation()
  const { levelText, sourceText, periodText } = useRightsTexts()
  const ends =
    from.until === undefined ? undefined : periodText({ ...NO_PERIOD, until: from.until })
  const source = from.itemId === id ? t('rights.own') : sourceText(from)
  const blocked = [
    level !== 'none' && level !== 'view' && !print && t('rights.printOff'),
    (level === 'download' || level === 'original') && !download && t('rights.downloadOff'),
  ].filter((text) => typeof text === 'string')
  return (
    <span className="reach-reason">
      <span className="meta">{[source, ends].filter(Boolean).join(' · ')}</span>
      {blocked.map((text) => (
        <span key={text} className="who-blocked">
          {text}
        </span>
      ))}
      <span className="who-level" data-level={level}>
        {isPath ? t('rights.reachPath') : levelText(level)}
      </span>
    </span>
  )
}
