import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BesideOut, PayloadOut } from '../../../contract/core/operation.ts'
import { cross } from '../../../contract/features/session/own-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useBusy } from '../../ui/state/busy.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'

export interface Entered {
  readonly session: PayloadOut<typeof cross>
  readonly step: BesideOut<typeof cross>['step']
}

export function useCrossing(onEntered: (entered: Entered) => void) {
  const api = useApi()
  const block = useBusy()
  const queries = useQueryClient()
  const alertError = useErrorAlert()
  const [isCrossing, setCrossing] = useState(false)
  const go = async (roomId: number) => {
    setCrossing(true)
    try {
      const { payload: session, beside } = await block(api.page(cross, { body: { roomId } }))
      onEntered({ session, step: beside.step })
    } catch (error) {
      await alertError(error)
      // The list is old: the proof is over, or the room is no longer open to the person.
      if (error instanceof ApiError && ['ADDRESS_UNPROVEN', 'NOT_FOUND'].includes(error.code)) await queries.invalidateQueries()
    }
    setCrossing(false)
  }
  return { isCrossing, go }
}
