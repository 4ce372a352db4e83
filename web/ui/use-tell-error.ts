import { useErrorText } from '../lib/api-context.ts'
import { useDialogs } from './dialogs.tsx'
import type { Message } from './message.ts'

/** Tells in a message why something failed; done when it was read. */
export function useTellError(tone: Message['tone'] = 'check'): (error: unknown) => Promise<void> {
  const dialogs = useDialogs()
  const errorText = useErrorText()
  return (error) => dialogs.alert({ tone, text: errorText(error) })
}
