import './chip.css'

interface ChipProps {
  readonly tone?: 'neutral' | 'ok' | 'warn' | 'danger'
  readonly text: string
}

/** The dot's color only repeats the text. */
export function Chip({ tone = 'neutral', text }: ChipProps) {
  return <span className={`chip chip-${tone}`}>{text}</span>
}
