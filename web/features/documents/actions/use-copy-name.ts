import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialogs.tsx'
import { useToast } from '../../../ui/toasts.tsx'

/** Puts a name on the clipboard of the system. */
export function useCopyName(): (name: string) => Promise<void> {
  const { t } = useTranslation()
  const toast = useToast()
  const dialogs = useDialogs()
  return async (name) => {
    try {
      await navigator.clipboard.writeText(name)
      toast(t('documents.nameCopied'))
    } catch {
      // Browsers give no clipboard to a page without TLS: the name is shown, to be copied by hand.
      await dialogs.alert({ tone: 'check', text: t('documents.copyFailed'), detail: name })
    }
  }
}
