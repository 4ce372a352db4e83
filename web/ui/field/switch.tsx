import './switch.css'
import { type Blockable, Pressable } from '../pressable.tsx'

interface SwitchProps extends Blockable {
  readonly tabIndex?: number
  /** For the keys of a grid. */
  readonly 'data-column'?: string
  /** `mixed` makes it a checkbox, since a switch has only two states. */
  readonly isOn: boolean | 'mixed'
  /** Keeps its role in every state. */
  readonly isOfMany?: boolean
  /** Contains the visible text. */
  readonly label: string
  /** Color alone is not enough. */
  readonly text: string
  readonly onToggle: () => void
}

/** Changes only after the answer. */
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
