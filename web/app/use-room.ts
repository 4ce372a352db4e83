import { useQuery } from '@tanstack/react-query'
import { roomQuery } from '../features/rooms/index.ts'
import { useApi } from '../lib/api-context.ts'

/** The room as it is known now, cached for all who show it. */
export function useRoom(roomId: number) {
  return useQuery(roomQuery(useApi(), roomId)).data
}
