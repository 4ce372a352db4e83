import { useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { adopt } from '../../../../contract/features/compose.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useComposing } from '../use-composing.ts'

export const asksPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'PASSWORD_NEEDED' || error.code === 'PDF_PASSWORD')

interface PasswordDialogProps {
  readonly name: string
  /** @throws an error that the dialog reports. */
  readonly unlock: (password: string) => Promise<void>
  readonly onClose: () => void
}

/** The password goes only to the server and is never stored. */
function PasswordDialog({ name, unlock, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const submit = async () => {
    const password = input.current?.value ?? ''
    if (password === '') return t('compose.passwordMissing')
    await unlock(password)
    return undefined
  }
  return (
    <FormDialog
      title={name}
      className="compose-form"
      submit={t('compose.open')}
      initialFocus={input}
      onSubmit={submit}
      onClose={onClose}
    >
      {(field) => (
        <label className="meta">
          {t('compose.password')}
          <input
            ref={input}
            className="field"
            type="password"
            autoComplete="off"
            maxLength={LIMITS.passwordLength}
            {...field}
          />
        </label>
      )}
    </FormDialog>
  )
}

export function useAdopting(roomId: number, onAdopted: (templateId: number) => void) {
  const { t } = useTranslation()
  const { api, toast, alertError, refresh } = useComposing()
  const block = useBusy()
  const [isBusy, setBusy] = useState(false)
  const [locked, setLocked] = useState<Item>()

  const call = async (file: Item, password?: string) => {
    const { templateId } = await block(
      api.call(adopt, {
        body: { fileId: file.id, roomId, ...(password === undefined ? {} : { password }) },
      }),
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
        else await alertError(error)
      } finally {
        setBusy(false)
      }
    },
    dialog: locked && (
      <PasswordDialog
        name={locked.name}
        unlock={(password) => call(locked, password)}
        onClose={() => setLocked(undefined)}
      />
    ),
  }
}
