import './row-grid.css'
import { Button } from './button.tsx'

interface RowGridRetryProps {
  readonly text: string
  readonly retryLabel: string
  readonly isRetrying?: boolean
  readonly onRetry: () => void
}

/** Rows could not be had: asked for again by the person, not by scrolling. In sight wherever the grid stands. */
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
