import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BesideOut, PayloadOut } from '../../../contract/core/operation.ts'
import { cross } from '../../../contract/features/session/own-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useBusy } from '../../ui/state/busy.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { ownBearer } from './own-rooms-query.ts'

export interface Entered {
  readonly session: PayloadOut<typeof cross>
  readonly step: BesideOut<typeof cross>['step']
  /** If this session belonged to the same room, the server has ended it. */
  readonly sent: string | undefined
}

export function useCrossing(onEntered: (entered: Entered) => Promise<void>) {
  const api = useApi()
  const block = useBusy()
  const queries = useQueryClient()
  const alertError = useErrorAlert()
  const [isCrossing, setCrossing] = useState(false)
  const go = async (roomId: number) => {
    setCrossing(true)
    try {
      const sent = ownBearer(api)
      const { payload: session, beside } = await block(api.page(cross, { body: { roomId } }, sent))
      await onEntered({ session, step: beside.step, sent: sent.bearer })
    } catch (error) {
      await alertError(error)
      // The proof has ended, or the room is no longer open.
      if (error instanceof ApiError && ['ADDRESS_UNPROVEN', 'NOT_FOUND'].includes(error.code))
        await queries.invalidateQueries()
    }
    setCrossing(false)
  }
  return { isCrossing, go }
}
