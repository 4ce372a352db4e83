import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { documents, get, type ListedTemplate } from '../../../contract/features/compose.ts'
import { isOut } from '../../../contract/features/composed.ts'
import { list } from '../../../contract/features/documents.ts'
import { list as listMembers } from '../../../contract/features/members.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useAllPages } from '../../lib/api/use-all-pages.ts'
import { lastSave } from './last-saves.ts'

export const COMPOSE_KEY = ['compose'] as const
export const templateKey = (templateId: number) => [...COMPOSE_KEY, 'one', templateId] as const
const templatesKey = (roomId: number) => [...COMPOSE_KEY, 'list', roomId] as const

const FOLLOWED_MS = 15_000
const SEALING_MS = 2_000

export function useTemplates(roomId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: templatesKey(roomId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.page(
        documents,
        {
          query: {
            roomId: String(roomId),
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }): readonly ListedTemplate[] => pages.flatMap(({ payload }) => payload),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ payload }) => payload.some(({ status }) => isOut(status)))
        ? FOLLOWED_MS
        : false,
  })
}

/** Polls while others work. `always` rules out cached data. */
export function useTemplate(templateId: number, refetchOnMount: 'always' | true = true) {
  const api = useApi()
  return useQuery({
    queryKey: templateKey(templateId),
    queryFn: async ({ signal }) => {
      await lastSave(templateId)
      return api.call(get, { query: { templateId: String(templateId) } }, { signal })
    },
    refetchOnMount,
    refetchInterval: ({ state }) => {
      if (!state.data || !isOut(state.data.status)) return false
      return state.data.status === 'SEALING' ? SEALING_MS : FOLLOWED_MS
    },
  })
}

export function useRoomItems(roomId: number, parent: number, keyword: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['items', roomId, 'compose', parent, keyword],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.page(
        list,
        {
          body: {
            keword: keyword,
            parent,
            roomId,
            limit: 100,
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({
      items: pages.flatMap(({ payload }) => payload),
      folderPath: pages[0]?.beside.folderPath ?? [],
    }),
  })
}

export function useRoomPeople(roomId: number) {
  const api = useApi()
  const people = useInfiniteQuery({
    queryKey: [...COMPOSE_KEY, 'people', roomId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam }
      return api.page(listMembers, { params: { roomId: String(roomId) }, query }, { signal })
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ payload }) => payload),
  })
  useAllPages(people)
  return people
}
