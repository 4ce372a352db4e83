import { Link } from '@tanstack/react-router'
import { FileClock } from 'lucide-react'
import { FolderTree } from '../../features/documents/index.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useView } from '../use-app.ts'

interface ReaderSideProps {
  readonly roomId: number
  readonly folder: number | undefined
  readonly onNavigate: () => void
}

/** What is new, above the folders. A view as another person has only those. */
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
    </>
  )
}
