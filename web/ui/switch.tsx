import './switch.css'
import { type Blockable, Pressable } from './pressable.tsx'

interface SwitchProps extends Blockable {
  readonly tabIndex?: number
  /** Marks it as the control of a column, for the keys of a grid. */
  readonly 'data-column'?: string
  /** `mixed`: on for some of those that it stands for. Such a switch is a checkbox for assistive technology, since a switch has two states. */
  readonly isOn: boolean | 'mixed'
  /** It stands for several and may be mixed: its role stays the same in every state. */
  readonly isOfMany?: boolean
  /** The whole name, which contains the visible text. */
  readonly label: string
  /** The state in words: colour alone would not say it. */
  readonly text: string
  readonly onToggle: () => void
}

/** Shows what is, not what was asked for: the state changes when the answer has come. */
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
