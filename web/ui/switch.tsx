import './switch.css'
import { useId } from 'react'

interface SwitchProps {
  readonly isOn: boolean
  /** The whole name, which contains the visible text. */
  readonly label: string
  /** The state in words: colour alone would not say it. */
  readonly text: string
  /** While a change is on its way. It keeps the focus, which returns here after a dialog. */
  readonly isBusy?: boolean
  /** Why it cannot be used now; said on hover and focus. */
  readonly blockedBecause?: string | undefined
  readonly onToggle: () => void
}

/** Shows what is, not what was asked for: the state changes when the answer has come. */
export function Switch({ isOn, label, text, isBusy = false, blockedBecause, onToggle }: SwitchProps) {
  const reasonId = useId()
  const isBlocked = isBusy || blockedBecause !== undefined
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-disabled={isBlocked}
      aria-describedby={blockedBecause === undefined ? undefined : reasonId}
      data-tip={blockedBecause}
      onClick={isBlocked ? undefined : onToggle}
    >
      <span className="switch-track" />
      {text}
      {blockedBecause !== undefined && (
        <span id={reasonId} hidden>
          {blockedBecause}
        </span>
      )}
    </button>
  )
}
