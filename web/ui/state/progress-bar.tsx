import './progress-bar.css'

interface ProgressBarProps {
  readonly label: string
  /** The share is from 0 to 1. */
  readonly share: number
  readonly text?: string
}

export function ProgressBar({ label, share, text }: ProgressBarProps) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuetext={text}
    >
      <div className="progress-done" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
