import { type ButtonHTMLAttributes, type Ref, useId } from 'react'

/** What may not be usable for a while. */
export interface Blockable {
  /** Why it cannot be used now. It stays in the tab order and says so on hover and focus. */
  readonly blockedBecause?: string | undefined
  /** While its work is under way: takes no second press, keeps the focus. */
  readonly isBusy?: boolean | undefined
}

/** What a native button takes, its look aside. */
export type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { readonly ref?: Ref<HTMLButtonElement> }

interface PressableProps extends NativeButton, Blockable {
  readonly className: string
}

/** A native button that can say why it does nothing now. */
export function Pressable({ blockedBecause, isBusy = false, onClick, children, ...rest }: PressableProps) {
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
