import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ITEM_TYPE, LIMITS } from '../../../../contract/core/limits.ts'
import { normalizeName } from '../../../../contract/core/name-key.ts'
import { upload } from '../../../../contract/features/documents/upload.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { itemsKey } from '../list/items-query.ts'

interface FolderNameFieldProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly parent: number
  readonly onClose: (created?: { readonly id: number; readonly name: string }) => void
}

function useCreateFolder({ caller, parent }: Pick<FolderNameFieldProps, 'caller' | 'parent'>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  return useMutation({
    mutationFn: async (name: string) => {
      const form = new FormData()
      const fields = {
        id: caller.id,
        parent,
        roomId: caller.roomId,
        typeId: ITEM_TYPE.folder,
        folderName: name,
      }
      for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
      const { payload } = await api.send(upload, form)
      return Array.isArray(payload) ? undefined : payload
    },
    onSuccess: (created, name) => {
      toast(t('documents.folderCreated', { name: created?.name ?? name }))
      return queries.invalidateQueries({ queryKey: itemsKey(caller.roomId) })
    },
    onError: alertError,
  })
}

export function FolderNameField(props: FolderNameFieldProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(t('documents.newFolder'))
  const input = useRef<HTMLInputElement>(null)
  const creating = useCreateFolder(props)

  const begin = () => {
    input.current?.focus()
    input.current?.select()
  }
  useEffect(begin, [])

  const save = () => {
    const typed = normalizeName(name).trim()
    if (creating.isPending) return
    if (typed === '') return props.onClose()
    creating.mutate(typed, { onSuccess: props.onClose, onError: begin })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') save()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    props.onClose()
  }
  return (
    <>
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
    </>
  )
}
