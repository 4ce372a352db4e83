import './color-dot.css'

interface ColorDotProps {
  readonly color: string
}

export function ColorDot({ color }: ColorDotProps) {
  return <span className={`color-dot color-dot-${color}`} aria-hidden="true" />
}
