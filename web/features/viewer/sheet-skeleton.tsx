import '../../ui/states.css'
import './sheet-skeleton.css'

const LINES = ['38%', '92%', '96%', '88%', '94%', '60%']

/** Lines that stand in for those of a page, after a moment. */
export function SheetSkeleton() {
  return (
    <div className="skeleton viewer-sheet-skeleton" aria-hidden="true">
      {LINES.map((width) => (
        <span key={width} className="skeleton-bar" style={{ width }} />
      ))}
    </div>
  )
}
