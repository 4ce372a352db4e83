import type { RefObject } from 'react'
import { useApi } from '../../lib/api/api-context.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { useRenewal } from './use-renewal.ts'

/** @param place receives the focus if the pressed button disappears. */
export function useEndingCalls(roomId: number, place: RefObject<HTMLElement | null>) {
  const api = useApi()
  const renew = useRenewal(roomId, place)
  const block = useBusy()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()
  return {
    api,
    dialogs,
    toast,
    async run(call: () => Promise<unknown>, reported: string): Promise<boolean> {
      try {
        await block(call())
        toast(reported)
        return true
      } catch (error) {
        await alertError(error)
        return false
      } finally {
        renew()
      }
    },
  }
}
