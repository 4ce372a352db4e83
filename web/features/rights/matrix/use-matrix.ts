import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Level } from '../../../../contract/features/groups/levels.ts'
import { grants as grantsOperation } from '../../../../contract/features/groups/rights.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { type Grant, grantOf } from '../../../room/grants.ts'
import { rightsKey } from '../rights-query.ts'
import { cellKey, type Edits, type Grants, type MatrixCell, withLevel } from './matrix-model.ts'

async function readAllGrants(api: Api, roomId: number, signal: AbortSignal): Promise<Grants> {
  const found = new Map<ReturnType<typeof cellKey>, Grant>()
  for (let cursor: string | undefined; ; ) {
    const query = { limit: String(LIMITS.listMax), ...(cursor === undefined ? {} : { cursor }) }
    const page = await api.page(
      grantsOperation,
      { params: { roomId: String(roomId) }, query },
      { signal },
    )
    for (const row of page.payload) found.set(cellKey(row.groupId, row.itemId), grantOf(row))
    cursor = page.nextCursor
    if (cursor === undefined) return found
  }
}

export function useAllGrants(roomId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...rightsKey(roomId), 'all'],
    refetchOnMount: 'always',
    queryFn: ({ signal }) => readAllGrants(api, roomId, signal),
  })
}

const UNDO_STEPS = 100

interface Draft {
  readonly edits: Edits
  readonly past: readonly Edits[]
}

const NOTHING: Draft = { edits: new Map(), past: [] }

/** Unsaved changes outlive the screen. */
export function useEdits(roomId: number) {
  const queries = useQueryClient()
  const queryKey = ['matrix-edits', roomId]
  const { data = NOTHING } = useQuery<Draft>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const write = (change: (before: Draft) => Draft) =>
    queries.setQueryData<Draft>(queryKey, (before = NOTHING) => change(before))
  const change = (to: (edits: Edits) => Edits) =>
    write(({ edits, past }) => ({ edits: to(edits), past: [...past, edits].slice(-UNDO_STEPS) }))
  return {
    edits: data.edits,
    setLevel: (grants: Grants, cells: readonly MatrixCell[], level: Level | null) =>
      change((edits) => withLevel(grants, edits, cells, level)),
    change,
    undo: () =>
      write(({ edits, past }) => ({ edits: past.at(-1) ?? edits, past: past.slice(0, -1) })),
    drop: () => write(() => NOTHING),
  }
}

export type MatrixEdits = ReturnType<typeof useEdits>
