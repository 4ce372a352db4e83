import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type Item, RETRYABLE_PREVIEWS } from '../../../../contract/features/documents.ts'
import { retryPreview } from '../../../../contract/features/renditions.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { itemsKey } from '../list/items-query.ts'
import { usePreviewText } from '../progress/preview-text.ts'

interface PreviewPropertyProps {
  readonly item: Item
  readonly caller: { readonly id: number; readonly roomId: number }
}

export function PreviewProperty({ item, caller }: PreviewPropertyProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const failureText = useErrorText()
  const remaking = useMutation({
    mutationFn: () =>
      api.call(retryPreview, { body: { fileId: item.id, id: caller.id, roomId: caller.roomId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: itemsKey(caller.roomId) }),
  })
  const stateText = usePreviewText()
  const mayRemake =
    item.permission.edit && item.preview !== null && RETRYABLE_PREVIEWS.includes(item.preview)

  if (remaking.isSuccess) return <span role="status">{t('item.remade')}</span>
  return (
    <>
      {item.preview !== null && stateText(item.preview)}
      {mayRemake && (
        <Button
          size="small"
          icon={RotateCw}
          isBusy={remaking.isPending}
          onClick={() => remaking.mutate()}
        >
          {t('item.remake')}
        </Button>
      )}
      {remaking.isError && (
        <span className="properties-problem" role="alert">
          {failureText(remaking.error)}
        </span>
      )}
    </>
  )
}
