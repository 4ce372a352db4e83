import './waiting-bar.css'

/** Indeterminate progress, visual only. */
export function WaitingBar() {
  return <span className="waiting-bar" aria-hidden="true" />
}
