import { LIMITS } from '../../../../contract/core/limits.ts'
import { chosen } from '../../../../contract/features/documents/chosen.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import type { Api } from '../../../lib/api/api.ts'

export async function loadChosen(
  api: Api,
  roomId: number,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Item>> {
  const found = new Map<number, Item>()
  for (let from = 0; from < ids.length; from += LIMITS.chosenPerCall) {
    const body = { roomId, ids: ids.slice(from, from + LIMITS.chosenPerCall) }
    for (const item of await api.call(chosen, { body }, { signal })) found.set(item.id, item)
  }
  return found
}
