import './row-grid.css'
import { Button } from '../button.tsx'

interface RowGridRetryProps {
  readonly text: string
  readonly retryLabel: string
  readonly isRetrying?: boolean
  readonly onRetry: () => void
}

export function RowGridRetry({ text, retryLabel, isRetrying = false, onRetry }: RowGridRetryProps) {
  return (
    <div className="row-grid-retry" role="alert">
      <span>{text}</span>
      <Button size="small" isBusy={isRetrying} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}
