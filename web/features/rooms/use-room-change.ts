import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-context.ts'
import { useBusy } from '../../ui/state/busy.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { type RoomDetails, roomQuery } from './room-query.ts'

export interface RoomChange<C> {
  readonly send: (change: C, room: RoomDetails) => Promise<unknown>
  readonly applied: (room: RoomDetails, change: C) => RoomDetails
  readonly done: (change: C) => string
  readonly onDone?: (change: C) => void
}

export function useRoomChange<C>(roomId: number, { send, applied, done, onDone }: RoomChange<C>) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const block = useBusy()
  const alertError = useErrorAlert('error')
  const query = roomQuery(api, roomId)
  return useMutation({
    mutationFn: async (change: C) => {
      const room = await queries.ensureQueryData(query)
      await block(send(change, room))
    },
    onSuccess(_, change) {
      queries.setQueryData(query.queryKey, (known) => known && applied(known, change))
      toast(done(change))
      onDone?.(change)
    },
    onError: alertError,
  })
}
