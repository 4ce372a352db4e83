import type { LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import type { Blockable } from './pressable.tsx'

interface FileButtonProps extends ButtonLook, Pick<Blockable, 'blockedBecause'> {
  readonly icon: LucideIcon
  readonly label: string
  /** What the system's dialog offers, as in the attribute. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** Takes one file by the system's dialog. */
export function FileButton({ icon, label, accept, onFile, size = 'small', variant, blockedBecause }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="file-button">
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // So that the same file can be chosen again.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <Button size={size} variant={variant} icon={icon} blockedBecause={blockedBecause} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </div>
  )
}
