import { useState } from 'react'
import { retryPreview } from '../../../contract/features/renditions.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useToast } from '../../ui/toasts.tsx'

/** An operator as the server knows them. */
export interface Editor {
  readonly memberId: number
  readonly roomId: number
}

/** What the button that has the pages made anew does; nothing for those who may not. */
export function useRetryPreview(editor: Editor | undefined, documentId: number, onAsked: () => void) {
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
