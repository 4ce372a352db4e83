import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RenameResult, renameMany } from '../../../../contract/features/documents/renaming.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLongUndo } from '../../../room/acts/use-long-undo.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useRested } from '../input/use-rested.ts'
import { itemsKey } from '../list/items-query.ts'

export function useRenamePreview(roomId: number, items: readonly Item[], names: string) {
  const api = useApi()
  const asked = useRested(names)
  const renames = renamesOf(items, asked.split('\n'))
  const query = useQuery({
    queryKey: [...itemsKey(roomId), 'rename-many', asked],
    queryFn: ({ signal }) => api.call(renameMany, { body: { roomId, renames } }, { signal }),
    enabled: renames.length > 0,
  })
  const rows = asked === names ? query.data?.rows : undefined
  return { query, results: new Map(rows?.map((row) => [row.id, row])) }
}

const renamesOf = (items: readonly Item[], names: readonly string[]) =>
  items
    .map(({ id, name: was }, index) => ({ id, name: names[index] ?? was, was }))
    .filter(({ name, was }) => name !== was)

/** @throws ApiError if one item cannot be renamed; then none is */
export function useRenameMany(
  roomId: number,
): (items: readonly Item[], names: readonly string[], act: string) => Promise<void> {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const undoLong = useLongUndo(roomId)
  const refresh = () => queries.invalidateQueries({ queryKey: itemsKey(roomId) })
  const undo = async (done: readonly RenameResult[]) => {
    const renames = done.map(({ id, from, name }) => ({ id, name: from, was: name }))
    await undoLong(async (act) => {
      await api.call(renameMany, { body: { roomId, renames, apply: true, act } }, { untimed: true })
      return t('actions.undone')
    })
    await refresh()
  }
  return async (items, names, act) => {
    const body = { roomId, renames: renamesOf(items, names), apply: true, act }
    const { renamed, rows } = await api.call(renameMany, { body }, { untimed: true })
    const done = rows.filter(({ outcome }) => outcome === 'renamed')
    toast({
      text: t('renaming.done', { count: renamed }),
      action: { label: t('actions.undo'), onPress: () => void undo(done) },
    })
    void refresh()
  }
}
