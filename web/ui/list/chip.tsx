import './chip.css'

interface ChipProps {
  readonly tone?: 'neutral' | 'ok' | 'warn' | 'danger'
  readonly text: string
}

export function Chip({ tone = 'neutral', text }: ChipProps) {
  return <span className={`chip chip-${tone}`}>{text}</span>
}
