import './states.css'
import { type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly text: string
  readonly action?: ReactNode
}

export function EmptyState({ icon: Icon, text, action }: EmptyStateProps) {
  return (
    <div className="state">
      <Icon />
      <p className="state-text">{text}</p>
      {action}
    </div>
  )
}

interface FailureStateProps {
  readonly text: string
  readonly retryLabel: string
  readonly isRetrying?: boolean
  readonly onRetry?: (() => void) | undefined
}

export function FailureState({ text, retryLabel, isRetrying = false, onRetry }: FailureStateProps) {
  return (
    <div className="state" role="alert">
      <TriangleAlert />
      <p className="state-text">{text}</p>
      {onRetry && (
        <Button isBusy={isRetrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

const WIDTHS = ['44%', '58%', '36%', '50%', '64%', '40%', '54%', '47%']

export function SkeletonRows({
  label,
  count = 6,
}: {
  readonly label: string
  readonly count?: number
}) {
  return (
    <div className="skeleton" role="status">
      <span className="hidden">{label}</span>
      {WIDTHS.slice(0, count).map((width) => (
        <div key={width} className="skeleton-row" aria-hidden="true">
          <span className="skeleton-bar" style={{ width: 18 }} />
          <span className="skeleton-bar" style={{ width }} />
        </div>
      ))}
    </div>
  )
}
