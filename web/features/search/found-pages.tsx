import { Link } from '@tanstack/react-router'
import type { FoundDocument } from '../../../contract/features/search.ts'
import { inFolder } from '../../lib/folder-search.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Highlighted } from './highlighted.tsx'

interface FoundPagesProps extends FoundDocument {
  readonly q: string
  /** Whether each page leads there. */
  readonly opensFiles: boolean
}

/** The pages on which it was found. */
export function FoundPages({ item, pages, more, q, opensFiles }: FoundPagesProps) {
  const { t } = useTranslation()
  return (
    <>
      <ul className={pages.some(({ passage }) => passage) ? 'found-passages' : 'found-pages'}>
        {pages.map(({ page, hits, passage }) => (
          <li key={page}>
            {opensFiles ? (
              <Link
                className="found-page numbers"
                to="/"
                search={{ ...inFolder(item.parent), q, doc: item.id, page, find: q }}
                // Each time is another visit, also where the document is open already.
                state={({ visit = 0 }) => ({ visit: visit + 1 })}
                resetScroll={false}
              >
                <FoundPage page={page} hits={hits} />
              </Link>
            ) : (
              <span className="found-page numbers">
                <FoundPage page={page} hits={hits} />
              </span>
            )}
            {passage && (
              <span className="found-passage">
                <Highlighted {...passage} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {more && <p className="meta">{t('search.morePages')}</p>}
    </>
  )
}

function FoundPage({ page, hits }: { readonly page: number; readonly hits: number }) {
  const { t } = useTranslation()
  return (
    <>
      {t('search.page', { page })}
      {hits > 1 && <span className="meta"> {t('search.hits', { count: hits })}</span>}
    </>
  )
}
