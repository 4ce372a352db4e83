import type { LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Button, IconButton } from '../../ui/button.tsx'

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
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const preload = () => void load().catch(() => undefined)
  const behaviour = { 'aria-haspopup': 'dialog', onPointerEnter: preload, onFocus: preload, onClick: () => setOpen(true) } as const
  return (
    <>
      {isNarrow && !look ? (
        <IconButton variant="plain" icon={icon} label={label} {...behaviour} />
      ) : (
        <Button {...look} icon={icon} {...behaviour}>
          {label}
        </Button>
      )}
      {isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  )
}
