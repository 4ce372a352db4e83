import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ITEM_TYPE, LIMITS } from '../../../contract/core/limits.ts'
import { normaliseName } from '../../../contract/core/name-key.ts'
import { upload } from '../../../contract/features/documents.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { itemsKey } from './items-query.ts'

interface NewFolderRowProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly parent: number
  /** With the id of the folder, if one was made. */
  readonly onClose: (created?: number) => void
}

/** Its outcome is told even when the row is gone by then. */
export function useCreateFolder({ caller, parent }: Pick<NewFolderRowProps, 'caller' | 'parent'>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: async (name: string) => {
      const form = new FormData()
      const fields = { id: caller.id, parent, roomId: caller.roomId, typeId: ITEM_TYPE.folder, folderName: name }
      for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
      const { payload } = await api.send(upload, form)
      return Array.isArray(payload) ? undefined : payload
    },
    onSuccess: (created, name) => {
      // The server gives another name where this one was taken.
      toast(t('documents.folderCreated', { name: created?.name ?? name }))
      return queries.invalidateQueries({ queryKey: itemsKey(caller.roomId) })
    },
    onError: (error) => dialogs.alert({ tone: 'check', text: errorText(error) }),
  })
}

/** A row in which a folder gets its name: Enter saves, Escape drops it. */
export function NewFolderRow(props: NewFolderRowProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(t('documents.newFolder'))
  const input = useRef<HTMLInputElement>(null)
  const creating = useCreateFolder(props)

  useEffect(() => input.current?.select(), [])

  const save = () => {
    const trimmed = normaliseName(name).trim()
    if (creating.isPending) return
    if (trimmed === '') return props.onClose()
    // Heard only while the row is there: whoever went on meanwhile is left alone.
    creating.mutate(trimmed, { onSuccess: (created) => props.onClose(created?.id), onError: () => input.current?.select() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') props.onClose()
  }

  return (
    <tr className="items-naming" aria-rowindex={2}>
      <td colSpan={5}>
        <Folder className="items-folder" />
        <input
          ref={input}
          className="field field-small"
          aria-label={t('documents.folderName')}
          value={name}
          maxLength={LIMITS.nameLength}
          readOnly={creating.isPending}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="primary" size="small" isBusy={creating.isPending} onClick={save}>
          {t('common.confirm')}
        </Button>
        <Button size="small" onClick={() => props.onClose()}>
          {t('common.cancel')}
        </Button>
      </td>
    </tr>
  )
}
