import { useMutation } from '@tanstack/react-query'
import type { Item } from '../../../../contract/features/documents.ts'
import { load } from '../../../../contract/features/renditions.ts'
import { useApi, useErrorText } from '../../../lib/api-context.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { printNatively } from '../../../lib/print-natively.ts'
import { useBusy } from '../../../ui/busy.tsx'
import { useDialogs } from '../../../ui/dialogs.tsx'
import type { ActionCaller } from './item-actions.ts'

/** The `type` of a load that asks for what is printed. */
const PRINT_RENDITION = 2

/** Prints a file: what the server gives for that, in the print window of the browser. */
export function usePrint({ id, roomId }: ActionCaller): (item: Item) => void {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const { mutate } = useMutation({
    mutationFn: async ({ id: fileId }: Item) => {
      const pages = await block(api.bytes(load, { body: { fileId, id, roomId, type: PRINT_RENDITION } }))
      await printNatively(pages)
    },
    onError: (error) =>
      void dialogs.alert({ tone: 'check', text: error instanceof ApiError ? errorText(error) : t('actions.printFailed') }),
  })
  return mutate
}
