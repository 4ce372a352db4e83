import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ITEM_TYPE, LIMITS } from '../../../contract/core/limits.ts'
import { normaliseName } from '../../../contract/core/name-key.ts'
import { upload } from '../../../contract/features/documents.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { itemsKey } from './items-query.ts'

interface NewFolderRowProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly parent: number
  readonly onClose: () => void
}

function useCreateFolder({ caller, parent, onClose }: NewFolderRowProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (name: string) => {
      const form = new FormData()
      const fields = { id: caller.id, parent, roomId: caller.roomId, typeId: ITEM_TYPE.folder, folderName: name }
      for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
      return api.send(upload, form)
    },
    onSuccess: async (_, name) => {
      toast(t('documents.folderCreated', { name }))
      await queries.invalidateQueries({ queryKey: itemsKey(caller.roomId, parent) })
      onClose()
    },
  })
}

/** A row in which a folder gets its name: Enter saves, Escape drops it. */
export function NewFolderRow(props: NewFolderRowProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const [name, setName] = useState(t('documents.newFolder'))
  const input = useRef<HTMLInputElement>(null)
  const creating = useCreateFolder(props)

  useEffect(() => input.current?.select(), [])

  const save = () => {
    const trimmed = normaliseName(name).trim()
    if (creating.isPending) return
    if (trimmed === '') return props.onClose()
    creating.mutate(trimmed, {
      onError: async (error) => {
        await dialogs.alert({ tone: 'check', text: errorText(error) })
        input.current?.select()
      },
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that ends a Hangul syllable belongs to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') props.onClose()
  }

  return (
    <tr>
      <td colSpan={5}>
        <div className="item">
          <span className="kind kind-folder" aria-hidden="true">
            <Icon name="folder" />
          </span>
          <input
            ref={input}
            className="field small"
            aria-label={t('documents.folderName')}
            value={name}
            maxLength={LIMITS.nameLength}
            readOnly={creating.isPending}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="button primary small" disabled={creating.isPending} onClick={save}>
            {t('common.confirm')}
          </button>
          <button type="button" className="button small" onClick={props.onClose}>
            {t('common.cancel')}
          </button>
        </div>
      </td>
    </tr>
  )
}
