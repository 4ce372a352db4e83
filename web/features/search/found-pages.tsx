import type { FoundDocument } from '../../../contract/features/search.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { RoomLink } from '../../room/room-link.tsx'
import { Highlighted } from './highlighted.tsx'
import type { SearchFilter } from './search-filter.ts'

interface FoundPagesProps extends FoundDocument {
  readonly q: string
  readonly filter: SearchFilter
  readonly opensFiles: boolean
}

export function FoundPages({ item, pages, more, q, filter, opensFiles }: FoundPagesProps) {
  const { t } = useTranslation()
  return (
    <>
      <ul className={pages.some(({ passage }) => passage) ? 'found-passages' : 'found-pages'}>
        {pages.map(({ page, hits, passage }) => (
          <li key={page}>
            {opensFiles ? (
              <RoomLink
                className="found-page numbers"
                to="/"
                search={{ ...inFolder(item.parent), q, ...filter, doc: item.id, page, find: q }}
                state={({ visit = 0 }) => ({ visit: visit + 1 })}
                resetScroll={false}
              >
                <FoundPage page={page} hits={hits} />
              </RoomLink>
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
