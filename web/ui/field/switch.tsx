import './switch.css'
import { type Blockable, Pressable } from '../pressable.tsx'

interface SwitchProps extends Blockable {
  readonly tabIndex?: number
  readonly 'aria-describedby'?: string
  /** The keyboard handling of a grid uses this attribute. */
  readonly 'data-column'?: string
  /** `mixed` makes the control a checkbox, since a switch has only two states. */
  readonly isOn: boolean | 'mixed'
  /** A switch for many values is a checkbox in every state. */
  readonly isOfMany?: boolean
  /** The label must contain the visible text. */
  readonly label: string
  /** The text is needed, because color alone is not accessible. */
  readonly text: string
  readonly onToggle: () => void
}

/** The state changes only after the server has answered. */
export function Switch({ isOn, isOfMany = false, label, text, isBusy, blockedBecause, onToggle, ...marks }: SwitchProps) {
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
