import './waiting-bar.css'

/** Says to the eyes that something is under way, of which nobody knows how far it has come. As wide as its place. */
export function WaitingBar() {
  return <span className="waiting-bar" aria-hidden="true" />
}
