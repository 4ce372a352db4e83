import type { LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button, type ButtonLook } from '../button.tsx'
import type { Blockable } from '../pressable.tsx'

interface FileButtonProps extends ButtonLook, Pick<Blockable, 'blockedBecause'> {
  readonly icon: LucideIcon
  readonly label: string
  readonly accept: string
  readonly onFile: (file: File) => void
  readonly isMultiple?: boolean
}

export function FileButton({
  icon,
  label,
  accept,
  onFile,
  isMultiple = false,
  size = 'small',
  variant,
  blockedBecause,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="file-button">
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMultiple}
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          for (const file of files) onFile(file)
        }}
      />
      <Button
        size={size}
        variant={variant}
        icon={icon}
        blockedBecause={blockedBecause}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </div>
  )
}
