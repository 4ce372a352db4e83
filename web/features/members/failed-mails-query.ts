import { useQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { failedMails } from '../../../contract/features/members.ts'
import { useApi } from '../../lib/api-context.ts'

/** A mail that was given up. */
export type FailedMail = PayloadOut<typeof failedMails>[number]

export const failedMailsKey = (roomId: number) => ['failed-mails', roomId]

/** Mails give up at any time, without a word to the browser. */
const REFRESH_MS = 60_000

/** The newest of the mails to people of the room that were given up, and whether there are more. */
export function useFailedMails(roomId: number) {
  const api = useApi()
  return useQuery({
    queryKey: failedMailsKey(roomId),
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const { payload, nextCursor } = await api.page(failedMails, { params: { roomId: String(roomId) }, query: {} }, { signal })
      return { mails: payload, hasMore: nextCursor !== undefined }
    },
  })
}
