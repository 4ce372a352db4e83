import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreVersion } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialogs.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import { useTellError } from '../../../ui/use-tell-error.ts'
import { itemsKey } from '../items-query.ts'
import { type Version, versionsKey } from './versions-query.ts'

/** Makes an older version the newest one, after a question. */
export function useRestoreVersion(caller: { readonly id: number; readonly roomId: number }, fileId: number) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const tellError = useTellError()

  const restoring = useMutation({
    mutationFn: ({ number }: Version) => api.call(restoreVersion, { body: { fileId, id: caller.id, roomId: caller.roomId, number } }),
    onSuccess({ number }, { number: from }) {
      toast(t('item.versionRestored', { from, number }))
      return Promise.all([versionsKey(fileId), itemsKey(caller.roomId)].map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
    onError: tellError,
  })
  const restore = async (version: Version) => {
    const text = t('item.restoreVersionConfirm', { number: version.number })
    const effect = <p className="modal-text meta">{t('item.restoreVersionEffect')}</p>
    if (await dialogs.confirm({ tone: 'check', text, detail: effect })) restoring.mutate(version)
  }
  return { restore, isRestoring: restoring.isPending }
}
