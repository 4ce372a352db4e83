import { Link } from '@tanstack/react-router'
import { FileClock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { FolderTree } from '../../features/documents/index.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { useApp, useView } from '../use-app.ts'
import { loadContinueReading } from './late-parts.ts'

interface ReaderSideProps {
  readonly roomId: number
  readonly folder: number | undefined
  readonly onNavigate: () => void
}

export function ReaderSide({ roomId, folder, onNavigate }: ReaderSideProps) {
  const { t } = useTranslation()
  const isView = useView() !== undefined
  return (
    <>
      {!isView && (
        <nav className="side-nav side-news" aria-label={t('app.readerMenu')}>
          <ul>
            <li>
              <Link to="/new" onClick={onNavigate}>
                <FileClock />
                {t('app.news')}
              </Link>
            </li>
          </ul>
        </nav>
      )}
      <FolderTree roomId={roomId} folder={folder} onNavigate={onNavigate} />
      {!isView && <LastRead roomId={roomId} onNavigate={onNavigate} />}
    </>
  )
}

function LastRead({ roomId, onNavigate }: Omit<ReaderSideProps, 'folder'>) {
  const { i18n } = useApp()
  const [Part] = useState(() =>
    lazy(async () => ({ default: (await loadContinueReading(i18n)).ContinueReading })),
  )
  return (
    <Suspense>
      <Part
        roomId={roomId}
        linkTo={({ id, parent }, text, page) => (
          <Link
            to="/"
            search={{ ...inFolder(parent), doc: id, ...(page === undefined ? {} : { page }) }}
            onClick={onNavigate}
          >
            {text}
          </Link>
        )}
      />
    </Suspense>
  )
}
