import { useState } from 'react'
import { retryPreview } from '../../../../contract/features/renditions.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { useToast } from '../../../ui/state/toasts.tsx'

export interface Editor {
  readonly memberId: number
  readonly roomId: number
}

export function useRetryPreview(
  editor: Editor | undefined,
  documentId: number,
  onAsked: () => void,
) {
  const api = useApi()
  const toast = useToast()
  const errorText = useErrorText()
  const [isRetrying, setRetrying] = useState(false)
  const ask = async ({ memberId, roomId }: Editor) => {
    setRetrying(true)
    try {
      await api.call(retryPreview, { body: { fileId: documentId, id: memberId, roomId } })
      onAsked()
    } catch (error) {
      toast(errorText(error))
    } finally {
      setRetrying(false)
    }
  }
  return { isRetrying, onRetry: editor && (() => void ask(editor)) }
}
