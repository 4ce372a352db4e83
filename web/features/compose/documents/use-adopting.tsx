import { useState } from 'react'
import { adopt } from '../../../../contract/features/compose.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useBusy } from '../../../ui/busy.tsx'
import { useComposing } from '../use-composing.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Whether a call says that the PDF asks for a password, or for another one. */
export const asksPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'PASSWORD_NEEDED' || error.code === 'PDF_PASSWORD')

/** Makes documents to sign of documents of the room; what is locked asks for its password. */
export function useAdopting(roomId: number, onAdopted: (templateId: number) => void) {
  const { t } = useTranslation()
  const { api, toast, tellError, refresh } = useComposing()
  const block = useBusy()
  const [isBusy, setBusy] = useState(false)
  const [locked, setLocked] = useState<Item>()

  const call = async (file: Item, password?: string) => {
    const { templateId } = await block(
      api.call(adopt, { body: { fileId: file.id, roomId, ...(password === undefined ? {} : { password }) } }),
    )
    setLocked(undefined)
    toast(t('compose.adopted'))
    onAdopted(templateId)
    await refresh()
  }
  return {
    isBusy,
    async adopt(file: Item) {
      setBusy(true)
      try {
        await call(file)
      } catch (error) {
        if (asksPassword(error)) setLocked(file)
        else await tellError(error)
      } finally {
        setBusy(false)
      }
    },
    dialog: locked && (
      <PasswordDialog name={locked.name} unlock={(password) => call(locked, password)} onClose={() => setLocked(undefined)} />
    ),
  }
}
