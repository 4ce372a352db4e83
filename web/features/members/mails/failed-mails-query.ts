import { useQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import { failedMails } from '../../../../contract/features/members.ts'
import { useApi } from '../../../lib/api/api-context.ts'

export type FailedMail = PayloadOut<typeof failedMails>[number]

export const failedMailsKey = (roomId: number) => ['failed-mails', roomId]

/** The server does not push failed mails, so the client polls. */
const REFRESH_MS = 60_000

export function useFailedMails(roomId: number) {
  const api = useApi()
  return useQuery({
    queryKey: failedMailsKey(roomId),
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const { payload, nextCursor } = await api.page(
        failedMails,
        { params: { roomId: String(roomId) }, query: {} },
        { signal },
      )
      return { mails: payload, hasMore: nextCursor !== undefined }
    },
  })
}
