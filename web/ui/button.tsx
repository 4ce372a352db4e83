import './button.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Blockable, type NativeButton, Pressable } from './pressable.tsx'

export interface ButtonLook {
  /** Primary for the one thing that a screen is for; quiet where buttons stand close. */
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger' | undefined
  readonly size?: 'small' | 'medium' | 'large' | undefined
}

/** The look of a button, also for links that lead somewhere. */
export const buttonClass = ({ variant = 'plain', size = 'medium' }: ButtonLook = {}): string =>
  ['button', variant !== 'plain' && `button-${variant}`, size !== 'medium' && `button-${size}`].filter(Boolean).join(' ')

interface ButtonProps extends NativeButton, ButtonLook, Blockable {
  readonly icon?: LucideIcon | undefined
  readonly children: ReactNode
}

/** A button with a text. */
export function Button({ variant, size, icon: Icon, children, ...rest }: ButtonProps) {
  return (
    <Pressable data-tip={rest.blockedBecause} {...rest} className={buttonClass({ variant, size })}>
      {Icon && <Icon />}
      {children}
    </Pressable>
  )
}

interface IconButtonProps extends NativeButton, ButtonLook, Blockable {
  readonly icon: LucideIcon
  /** The name of the button; shown beside it on hover and focus. */
  readonly label: string
  /** What the bubble shows in place of the label. */
  readonly tip?: string
}

/** A button that is a drawing. */
export function IconButton({ icon: Icon, label, tip = label, variant = 'quiet', size, ...rest }: IconButtonProps) {
  return (
    <Pressable
      {...rest}
      className={`${buttonClass({ variant, size })} button-icon`}
      aria-label={label}
      data-tip={rest.blockedBecause ?? tip}
    >
      <Icon />
    </Pressable>
  )
}
