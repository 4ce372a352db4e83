import { useTranslation } from '../../lib/i18n.ts'
import { isPdf } from './is-pdf.ts'
import { SheetSkeleton } from './sheet-skeleton.tsx'

const THUMBNAILS = [1, 2, 3, 4, 5]

interface OpeningSkeletonProps {
  readonly name: string | undefined
  readonly hasThumbnails: boolean
}

/** A document in the shape of most: shown when the opening takes longer than a moment. */
export function OpeningSkeleton({ name, hasThumbnails }: OpeningSkeletonProps) {
  const { t } = useTranslation()
  return (
    <>
      <span className="hidden" role="status">
        {t(isPdf(name) ? 'viewer.loadingPdf' : 'viewer.loading')}
      </span>
      {hasThumbnails && (
        <div className="viewer-side" aria-hidden="true">
          {THUMBNAILS.map((number) => (
            <div key={number} className="skeleton viewer-thumbnail-guess" />
          ))}
        </div>
      )}
      <div className="viewer-pages" aria-hidden="true">
        <div className="skeleton viewer-sheet-guess">
          <SheetSkeleton />
        </div>
      </div>
    </>
  )
}
