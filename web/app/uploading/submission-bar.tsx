import { useEffect, useEffectEvent } from 'react'
import { SubmitPanel } from '../../features/uploads/index.ts'
import { usePhaseBlock } from '../../room/room-access.ts'
import { useSubmissions } from './submissions-context.ts'

interface SubmissionBarProps {
  readonly roomId: number
  readonly folder: { readonly id: number; readonly name: string }
}

export function SubmissionBar({ roomId, folder }: SubmissionBarProps) {
  const { queue, open } = useSubmissions()
  const blockedBecause = usePhaseBlock('documents.write')
  const start = useEffectEvent(open)
  useEffect(() => start(), [])
  return (
    queue && (
      <SubmitPanel roomId={roomId} queue={queue} folder={folder} blockedBecause={blockedBecause} />
    )
  )
}
