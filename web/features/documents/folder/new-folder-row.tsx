import { Folder } from 'lucide-react'
import { FolderNameField } from './folder-name-field.tsx'

interface NewFolderRowProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly parent: number
  readonly onClose: (created?: number) => void
}

export function NewFolderRow({ caller, parent, onClose }: NewFolderRowProps) {
  return (
    <tr className="items-naming" aria-rowindex={2}>
      <td colSpan={5}>
        <Folder className="items-folder" />
        <FolderNameField
          caller={caller}
          parent={parent}
          onClose={(created) => onClose(created?.id)}
        />
      </td>
    </tr>
  )
}
