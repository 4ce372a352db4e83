import { LIMITS } from '../../../../contract/core/limits.ts'
import { grant, grants } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'

export function useKeptRights(roomId: number) {
  const api = useApi()
  const readGrants = (itemId: number) =>
    api.call(grants, {
      params: { roomId: String(roomId) },
      query: { itemId: String(itemId), limit: String(LIMITS.listMax) },
    })
  return {
    read: async (itemId: number): Promise<ReadonlySet<number>> =>
      new Set((await readGrants(itemId)).map(({ groupId }) => groupId)),
    async takeBack(itemId: number, before: ReadonlySet<number>): Promise<void> {
      const written = (await readGrants(itemId)).filter(({ groupId }) => !before.has(groupId))
      if (written.length === 0) return
      const changes = written.map(({ groupId, level }) => ({
        groupId,
        itemId,
        level: null,
        was: { level },
      }))
      await api.call(grant, { body: { roomId, changes } })
    },
  }
}
