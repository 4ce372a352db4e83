import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** The folders that are expanded in the tree: kept with the lists, so that a tree that was away comes back as it was. */
export function useOpenFolders(roomId: number) {
  const queries = useQueryClient()
  const { data = [] } = useQuery<readonly number[]>({ queryKey: ['open-folders', roomId], queryFn: skipToken })

  const setOpen = useCallback(
    (folders: readonly number[], isOpen: boolean) =>
      queries.setQueryData<readonly number[]>(['open-folders', roomId], (before = []) => {
        const others = before.filter((id) => !folders.includes(id))
        return isOpen ? [...others, ...folders] : others
      }),
    [queries, roomId],
  )
  return { openFolders: data, setOpen }
}
