import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '../../../contract/core/limits.ts'
import { effective, grants } from '../../../contract/features/groups/rights.ts'
import type { Api } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { type Grant, grantOf } from '../../room/grants.ts'
import { readGroups } from '../../room/groups.ts'
import type { RightsSubject } from '../../room/rights-subject.ts'
import type { Cell, Group, GroupCells, Inherited } from './cells.ts'

export const rightsKey = (roomId: number) => ['rights', roomId]

interface ReadRightsInput {
  readonly roomId: number
  readonly signal: AbortSignal
}

const readEffective = (api: Api, { roomId, signal }: ReadRightsInput, itemId: number) =>
  api.call(effective, { query: { roomId: String(roomId), itemId: String(itemId) } }, { signal })

async function readGrants(
  api: Api,
  { roomId, signal }: ReadRightsInput,
  itemId: number,
): Promise<ReadonlyMap<number, Grant>> {
  const query = { itemId: String(itemId), limit: String(LIMITS.listMax) }
  const found = await api.call(grants, { params: { roomId: String(roomId) }, query }, { signal })
  return new Map(found.map((row) => [row.groupId, grantOf(row)]))
}

async function readInherited(
  api: Api,
  asked: ReadRightsInput,
  folder: number,
): Promise<ReadonlyMap<number, Inherited>> {
  const found = await readEffective(api, asked, folder)
  return new Map(
    found.map(({ groupId, level, from: { itemId, name } }) => [groupId, { level, itemId, name }]),
  )
}

/** Up to this number, each item takes a call. */
const ONE_BY_ONE = 50

/** Reading the whole room takes fewer calls. */
async function readGrantsOf(
  api: Api,
  asked: ReadRightsInput,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, Grant>>> {
  if (ids.length <= ONE_BY_ONE)
    return new Map(
      await Promise.all(ids.map(async (id) => [id, await readGrants(api, asked, id)] as const)),
    )
  const found = new Map(ids.map((id) => [id, new Map<number, Grant>()]))
  for (let cursor: string | undefined; ; ) {
    const query = { limit: String(LIMITS.listMax), ...(cursor === undefined ? {} : { cursor }) }
    const page = await api.page(
      grants,
      { params: { roomId: String(asked.roomId) }, query },
      { signal: asked.signal },
    )
    for (const row of page.payload) found.get(row.itemId)?.set(row.groupId, grantOf(row))
    cursor = page.nextCursor
    if (cursor === undefined) return found
  }
}

const NO_PATHS: ReadonlySet<number> = new Set()

async function readPaths(
  api: Api,
  asked: ReadRightsInput,
  { id }: RightsSubject,
): Promise<ReadonlySet<number>> {
  return new Set(
    (await readEffective(api, asked, id)).flatMap(({ groupId, isPath }) =>
      isPath ? [groupId] : [],
    ),
  )
}

async function readCells(
  api: Api,
  asked: ReadRightsInput,
  subjects: readonly RightsSubject[],
): Promise<GroupCells[]> {
  const folders = [...new Set(subjects.flatMap(({ parent }) => parent ?? []))]
  const ids = subjects.map(({ id }) => id)
  const named = new Set(subjects.filter(({ isFolder }) => isFolder).slice(0, ONE_BY_ONE))
  const [all, above, given, own] = await Promise.all([
    readGroups(api, asked),
    Promise.all(
      folders.map(async (folder) => [folder, await readInherited(api, asked, folder)] as const),
    ),
    readGrantsOf(api, asked, ids),
    Promise.all(
      subjects.map(async (item) => ({
        item,
        paths: named.has(item) ? await readPaths(api, asked, item) : NO_PATHS,
      })),
    ),
  ])
  const inherited = new Map(above)
  return all.map((group) => ({
    group,
    cells: own.map(
      ({ item, paths }): Cell => ({
        item,
        own: given.get(item.id)?.get(group.id),
        above: item.parent === undefined ? undefined : inherited.get(item.parent)?.get(group.id),
        isPath: paths.has(group.id),
      }),
    ),
  }))
}

export function useCells(roomId: number, subjects: readonly RightsSubject[]) {
  const api = useApi()
  return useQuery({
    queryKey: [...rightsKey(roomId), 'cells', subjects.map(({ id }) => id)],
    refetchOnMount: 'always',
    queryFn: ({ signal }) => readCells(api, { roomId, signal }, subjects),
  })
}

export type Seeing = Awaited<ReturnType<typeof readEffective>>[number] & { readonly group: Group }

export function useWhoSees(roomId: number, itemId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...rightsKey(roomId), 'who', itemId],
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<Seeing[]> => {
      const asked = { roomId, signal }
      const [all, found] = await Promise.all([
        readGroups(api, asked),
        readEffective(api, asked, itemId),
      ])
      return found.flatMap((each) => {
        const group = all.find(({ id }) => id === each.groupId)
        return group ? [{ ...each, group }] : []
      })
    },
  })
}
