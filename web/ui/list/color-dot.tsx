import './color-dot.css'

interface ColorDotProps {
  readonly color: string
}

/** The adjacent name gives the same information. */
export function ColorDot({ color }: ColorDotProps) {
  return <span className={`color-dot color-dot-${color}`} aria-hidden="true" />
}
