import type { ChangeEvent, Ref } from 'react'
import { ACCEPTED_FILES } from '../../../lib/accepted-files.ts'
import { type PickedFile, pickedFrom } from './check-file.ts'

interface FileInputProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly id?: string
  readonly label: string
  readonly takesFolder?: boolean
  readonly isSingle?: boolean
  readonly onFiles: (files: readonly PickedFile[]) => void
}

/** React's types lack this attribute. */
const FOLDER = { webkitdirectory: '' }

export function FileInput({
  ref,
  id,
  label,
  takesFolder = false,
  isSingle = false,
  onFiles,
}: FileInputProps) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const files = pickedFrom(input.files ?? [])
    // Clearing allows choosing the same file again.
    input.value = ''
    if (files.length > 0) onFiles(files)
  }
  const kind = takesFolder ? FOLDER : { accept: ACCEPTED_FILES }
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      multiple={!isSingle}
      hidden
      aria-label={label}
      onChange={onChange}
      {...kind}
    />
  )
}
