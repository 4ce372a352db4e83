import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

const NONE: readonly number[] = []

export function useOpenFolders(roomId: number, where: 'tree' | 'list' | 'matrix') {
  const queries = useQueryClient()
  const { data = NONE } = useQuery<readonly number[]>({
    queryKey: ['open-folders', roomId, where],
    queryFn: skipToken,
  })

  const setOpen = useCallback(
    (folders: readonly number[], isOpen: boolean) =>
      queries.setQueryData<readonly number[]>(['open-folders', roomId, where], (before = []) => {
        const others = before.filter((id) => !folders.includes(id))
        return isOpen ? [...others, ...folders] : others
      }),
    [queries, roomId, where],
  )
  return { openFolders: data, setOpen }
}
