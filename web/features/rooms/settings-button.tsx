import type { LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'

interface SettingsButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly look?: { readonly variant: 'quiet'; readonly size: 'small' }
  /** Has the dialog on its way before it is asked for. */
  readonly load: () => Promise<unknown>
  readonly dialog: (onClose: () => void) => ReactNode
}

/** A button, and the dialog that it opens, which is loaded late. Where there is little room it is its drawing alone, unless it has a look of its own. */
export function SettingsButton({ icon, label, look, load, dialog }: SettingsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const preload = () => void load().catch(() => undefined)
  const behaviour = { 'aria-haspopup': 'dialog', onPointerEnter: preload, onFocus: preload, onClick: () => setOpen(true) } as const
  return (
    <>
      {look ? (
        <Button {...look} icon={icon} {...behaviour}>
          {label}
        </Button>
      ) : (
        <ToolButton icon={icon} label={label} {...behaviour} />
      )}
      {isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  )
}
