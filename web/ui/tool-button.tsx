import type { LucideIcon } from 'lucide-react'
import { useMediaQuery } from '../lib/browser/use-media-query.ts'
import { Button, IconButton } from './button.tsx'
import type { Blockable, NativeButton } from './pressable.tsx'

interface ToolButtonProps extends NativeButton, Pick<Blockable, 'blockedBecause'> {
  readonly icon: LucideIcon
  readonly label: string
}

export function ToolButton({ icon, label, ...behaviour }: ToolButtonProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return isNarrow ? (
    <IconButton variant="plain" icon={icon} label={label} {...behaviour} />
  ) : (
    <Button icon={icon} {...behaviour}>
      {label}
    </Button>
  )
}

interface QuietToolProps extends Pick<NativeButton, 'onClick' | 'onPointerEnter' | 'onFocus'> {
  readonly icon: LucideIcon
  readonly label: string
}

export function QuietTool({ icon, label, ...behaviour }: QuietToolProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return isNarrow ? (
    <IconButton size="small" icon={icon} label={label} aria-haspopup="dialog" {...behaviour} />
  ) : (
    <Button size="small" variant="quiet" icon={icon} aria-haspopup="dialog" {...behaviour}>
      {label}
    </Button>
  )
}
