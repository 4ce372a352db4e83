import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../lib/api/api-context.ts'
import { type Group, groupsQuery, type RootGrant, rootGrantsQuery } from '../../../room/groups.ts'

const NO_GROUPS: readonly Group[] = []
const NO_ROOTS: readonly RootGrant[] = []

/** Without an answer, people are listed without groups. */
export function useGroups(roomId: number) {
  const api = useApi()
  const { data: groups = NO_GROUPS } = useQuery(groupsQuery(api, roomId))
  const { data: roots = NO_ROOTS } = useQuery(rootGrantsQuery(api, roomId))
  const [wanted, setShown] = useState<number>()
  return {
    groups,
    roots,
    shown: groups.some(({ id }) => id === wanted) && groups.length > 1 ? wanted : undefined,
    setShown,
  }
}

export type Groups = ReturnType<typeof useGroups>
