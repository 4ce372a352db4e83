import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api-context.ts'
import { useBusy } from '../../ui/busy.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { type Room, roomQuery } from './room-query.ts'

/** How a room is changed. */
export interface RoomChange<C> {
  /** Asks the server for it; with the room as it is now, which may not be as it was when the question was asked. */
  readonly send: (change: C, room: Room) => Promise<unknown>
  /** The room once it is changed. */
  readonly applied: (room: Room, change: C) => Room
  /** What is said once it is done. */
  readonly done: (change: C) => string
  readonly onDone?: (change: C) => void
}

/** Changes a room: covers the screen meanwhile, shows the new state when the server has answered, and tells how it went. */
export function useRoomChange<C>(roomId: number, { send, applied, done, onDone }: RoomChange<C>) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const block = useBusy()
  const tellError = useTellError('error')
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
    onError: tellError,
  })
}
