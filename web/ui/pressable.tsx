import { type ButtonHTMLAttributes, type Ref, useId } from 'react'

export interface Blockable {
  /** The control stays a Tab stop. */
  readonly blockedBecause?: string | undefined
  readonly isBusy?: boolean | undefined
}

export type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  readonly ref?: Ref<HTMLButtonElement>
}

interface PressableProps extends NativeButton, Blockable {
  readonly className: string
}

export function Pressable({
  blockedBecause,
  isBusy = false,
  onClick,
  children,
  ...rest
}: PressableProps) {
  const reasonId = useId()
  const isBlocked = isBusy || blockedBecause !== undefined
  return (
    <button
      type="button"
      aria-describedby={blockedBecause === undefined ? undefined : reasonId}
      {...rest}
      aria-disabled={isBlocked || undefined}
      onClick={isBlocked ? (event) => event.preventDefault() : onClick}
    >
      {children}
      {blockedBecause !== undefined && (
        <span id={reasonId} hidden>
          {blockedBecause}
        </span>
      )}
    </button>
  )
}
