import { queryOptions } from '@tanstack/react-query'
import { info } from '../../../contract/features/rooms.ts'
import { list, type OwnRoom } from '../../../contract/features/session/own-rooms.ts'
import type { Api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'

/** All queries that depend on the proof begin with this key. */
export const PROVEN_KEY = ['own-rooms']

export interface ProvenRooms {
  readonly email: string
  readonly until: string
  readonly rooms: readonly OwnRoom[]
}

const isUnproven = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ADDRESS_UNPROVEN'

/** Only a live session keeps the proof beyond idle time. */
export function ownBearer(api: Api): { readonly bearer?: string } {
  const bearer = api.bearer()
  return bearer === undefined ? {} : { bearer }
}

export const provenRoomsQuery = (api: Api) =>
  queryOptions({
    queryKey: PROVEN_KEY,
    async queryFn({ signal }): Promise<ProvenRooms | null> {
      try {
        const { payload: rooms, beside } = await api.page(list, {}, { signal, ...ownBearer(api) })
        return { ...beside, rooms }
      } catch (error) {
        if (isUnproven(error)) return null
        throw error
      }
    },
  })

export interface OpenRoom {
  readonly roomId: number
  readonly roomNo: string
  readonly jwt: string
}

/** Each room reveals its name only to its session. */
export const openRoomQuery = (api: Api, { roomId, jwt }: OpenRoom) =>
  queryOptions({
    queryKey: [...PROVEN_KEY, 'name', jwt],
    queryFn: async ({ signal }) =>
      (await api.call(info, { params: { roomId: String(roomId) } }, { signal, bearer: jwt }))
        .roomName,
    retry: false,
  })
