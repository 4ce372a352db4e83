import { useErrorText } from '../../lib/api/api-context.ts'
import { useDialogs } from '../dialog/dialogs.tsx'
import type { Message } from '../dialog/message.ts'

export function useErrorAlert(tone: Message['tone'] = 'check'): (error: unknown) => Promise<void> {
  const dialogs = useDialogs()
  const errorText = useErrorText()
  return (error) => dialogs.alert({ tone, text: errorText(error) })
}
