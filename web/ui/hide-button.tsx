import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from './button.tsx'

interface HideButtonProps {
  /** What it hides; pressed says that it is hidden. */
  readonly label: string
  readonly isHidden: boolean
  readonly onHide: (isHidden: boolean) => void
}

/** Hides what is typed in a field, or shows it again. */
export function HideButton({ label, isHidden, onHide }: HideButtonProps) {
  return <IconButton icon={isHidden ? EyeOff : Eye} size="small" label={label} aria-pressed={isHidden} onClick={() => onHide(!isHidden)} />
}
