import './waiting-bar.css'

/** The bar shows indeterminate progress and is only visual. */
export function WaitingBar() {
  return <span className="waiting-bar" aria-hidden="true" />
}
