import type { RefObject } from 'react'
import { useApi } from '../../lib/api-context.ts'
import { useBusy } from '../../ui/busy.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { useRenewal } from './use-renewal.ts'

/**
 * What calls about the end of a room need: the screen covered meanwhile, the outcome told, the room read anew.
 *
 * @param place has the focus where the button goes that was pressed.
 */
export function useEndingCalls(roomId: number, place: RefObject<HTMLElement | null>) {
  const api = useApi()
  const renew = useRenewal(roomId, place)
  const block = useBusy()
  const dialogs = useDialogs()
  const toast = useToast()
  const tellError = useTellError()
  return {
    api,
    dialogs,
    toast,
    /** @returns whether it was done; a refusal has been read by then. */
    async run(call: () => Promise<unknown>, told: string): Promise<boolean> {
      try {
        await block(call())
        toast(told)
        return true
      } catch (error) {
        await tellError(error)
        return false
      } finally {
        renew()
      }
    },
  }
}
