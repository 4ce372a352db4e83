import type { ChangeEvent, Ref } from 'react'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { type PickedFile, pickedFrom } from './check-file.ts'

interface FileInputProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly id?: string
  readonly label: string
  /** Takes a folder with all that is in it, in place of single files. */
  readonly takesFolder?: boolean
  /** Takes one file alone. */
  readonly isSingle?: boolean
  readonly onFiles: (files: readonly PickedFile[]) => void
}

const ACCEPTED = EXTENSIONS.map((extension) => `.${extension}`).join(',')
/** React's types do not know the attribute. */
const FOLDER = { webkitdirectory: '' }

/** The way to the system's own dialog; a button or a label opens it. */
export function FileInput({ ref, id, label, takesFolder = false, isSingle = false, onFiles }: FileInputProps) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const files = pickedFrom(input.files ?? [])
    // So that the same file can be picked again.
    input.value = ''
    if (files.length > 0) onFiles(files)
  }
  const kind = takesFolder ? FOLDER : { accept: ACCEPTED }
  return <input ref={ref} id={id} type="file" multiple={!isSingle} hidden aria-label={label} onChange={onChange} {...kind} />
}
