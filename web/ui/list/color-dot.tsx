import './color-dot.css'

interface ColorDotProps {
  /** Unknown ones are gray. */
  readonly color: string
}

/** The name beside it says the same. */
export function ColorDot({ color }: ColorDotProps) {
  return <span className={`color-dot color-dot-${color}`} aria-hidden="true" />
}
