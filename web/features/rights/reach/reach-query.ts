import { useInfiniteQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import { reach } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import type { ReachSubject } from '../../../room/rights-subject.ts'
import { rightsKey, type Seeing } from '../rights-query.ts'

export type Reached = PayloadOut<typeof reach>[number]

export function useReach(roomId: number, { who }: ReachSubject, parent: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...rightsKey(roomId), 'reach', who, parent],
    refetchOnMount: 'always',
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.page(
        reach,
        {
          body: {
            roomId,
            ...who,
            parent,
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export interface Standing {
  readonly seeing: Seeing
  readonly member: Seeing['members'][number] | undefined
}

export function standingOf(all: readonly Seeing[], { who }: ReachSubject): Standing | undefined {
  for (const seeing of all) {
    const member =
      'groupId' in who
        ? undefined
        : seeing.members.find(({ managementId }) => managementId === who.roomManagerId)
    if (member || ('groupId' in who && seeing.groupId === who.groupId)) return { seeing, member }
  }
  return undefined
}
