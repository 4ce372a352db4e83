interface SwitchProps {
  readonly isOn: boolean
  /** The whole name, which contains the visible text. */
  readonly label: string
  /** The state in words: colour alone would not say it. */
  readonly text: string
  /** While a change is on its way. It keeps the focus, which returns here after a dialog. */
  readonly isBusy?: boolean
  readonly onToggle: () => void
}

/** Shows what is, not what was asked for: the state changes when the answer has come. */
export function Switch({ isOn, label, text, isBusy = false, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onToggle}
    >
      <span className="switch-track" />
      {text}
    </button>
  )
}
