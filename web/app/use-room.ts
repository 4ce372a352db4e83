import { useQuery } from '@tanstack/react-query'
import { roomQuery } from '../features/rooms/index.ts'
import { useApi } from '../lib/api/api-context.ts'

export function useRoom(roomId: number) {
  return useQuery(roomQuery(useApi(), roomId)).data
}
