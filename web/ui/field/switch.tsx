import './switch.css'
import { type Blockable, Pressable } from '../pressable.tsx'

interface SwitchProps extends Blockable {
  readonly tabIndex?: number
  readonly 'aria-describedby'?: string
  readonly 'data-column'?: string
  /** `mixed` makes a checkbox, since switches have two states. */
  readonly isOn: boolean | 'mixed'
  readonly isOfMany?: boolean
  readonly label: string
  /** Color alone is not accessible. */
  readonly text: string
  readonly onToggle: () => void
}

export function Switch({
  isOn,
  isOfMany = false,
  label,
  text,
  isBusy,
  blockedBecause,
  onToggle,
  ...marks
}: SwitchProps) {
  return (
    <Pressable
      {...marks}
      role={isOfMany ? 'checkbox' : 'switch'}
      className="switch"
      aria-checked={isOn}
      aria-label={label}
      data-tip={blockedBecause}
      isBusy={isBusy}
      blockedBecause={blockedBecause}
      onClick={onToggle}
    >
      <span className="switch-track" />
      {text}
    </Pressable>
  )
}
