import { queryOptions } from '@tanstack/react-query'
import { LIMITS } from '../../contract/core/limits.ts'
import type { PayloadOut } from '../../contract/core/operation.ts'
import { grants, groups } from '../../contract/features/groups/rights.ts'
import type { Api } from '../lib/api/api.ts'

export type Group = PayloadOut<typeof groups>[number]
export type RootGrant = PayloadOut<typeof grants>[number]

interface ReadGroupsInput {
  readonly roomId: number
  readonly signal: AbortSignal
}

export const readGroups = (api: Api, { roomId, signal }: ReadGroupsInput): Promise<Group[]> =>
  api.call(groups, { params: { roomId: String(roomId) } }, { signal })

export const groupsKey = (roomId: number) => ['groups', roomId] as const

export const groupsQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: [...groupsKey(roomId), 'list'],
    queryFn: ({ signal }) => readGroups(api, { roomId, signal }),
  })

export const rootGrantsQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: [...groupsKey(roomId), 'root'],
    queryFn: ({ signal }) =>
      api.call(
        grants,
        {
          params: { roomId: String(roomId) },
          query: { itemId: '0', limit: String(LIMITS.listMax) },
        },
        { signal },
      ),
  })
