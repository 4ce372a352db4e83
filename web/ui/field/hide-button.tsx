import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '../button.tsx'

interface HideButtonProps {
  readonly label: string
  readonly isHidden: boolean
  readonly onHide: (isHidden: boolean) => void
}

export function HideButton({ label, isHidden, onHide }: HideButtonProps) {
  return (
    <IconButton
      icon={isHidden ? EyeOff : Eye}
      size="small"
      label={label}
      aria-pressed={isHidden}
      onClick={() => onHide(!isHidden)}
    />
  )
}
