import './waiting-bar.css'

export function WaitingBar() {
  return <span className="waiting-bar" aria-hidden="true" />
}
