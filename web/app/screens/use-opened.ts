import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import { itemsKey } from '../../features/documents/index.ts'

export function useOpened(roomId: number, item: Item | undefined): (documentId: number) => void {
  const queries = useQueryClient()
  const [openedId, setOpenedId] = useState<number>()
  const isStale = item !== undefined && item.id === openedId && (item.isNew || item.isUpdated)
  useEffect(() => {
    if (isStale) void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
  }, [isStale, queries, roomId])
  return setOpenedId
}
