import { Folder } from 'lucide-react'
import { FolderNameField } from './folder-name-field.tsx'

interface NewFolderRowProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly parent: number
  /** With the id of the folder, if one was made. */
  readonly onClose: (created?: number) => void
}

/** A row in which a folder gets its name. */
export function NewFolderRow({ caller, parent, onClose }: NewFolderRowProps) {
  return (
    <tr className="items-naming" aria-rowindex={2}>
      <td colSpan={5}>
        <Folder className="items-folder" />
        <FolderNameField caller={caller} parent={parent} onClose={(created) => onClose(created?.id)} />
      </td>
    </tr>
  )
}
