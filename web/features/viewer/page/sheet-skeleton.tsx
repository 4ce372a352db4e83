import '../../../ui/state/states.css'
import './sheet-skeleton.css'

const LINES = ['38%', '92%', '96%', '88%', '94%', '60%']

export function SheetSkeleton() {
  return (
    <div className="skeleton viewer-sheet-skeleton" aria-hidden="true">
      {LINES.map((width) => (
        <span key={width} className="skeleton-bar" style={{ width }} />
      ))}
    </div>
  )
}
