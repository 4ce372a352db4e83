import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClosedGuides } from '../../features/guide/index.ts'
import { NamesDialog, namesToAsk, roomQuery } from '../../features/rooms/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { ELEVATED_KEY } from '../session-scope.ts'
import { useApp } from '../use-app.ts'
import { useElevated } from '../use-elevated.ts'
import { useRoom } from '../use-room.ts'

interface NamesLayerProps {
  readonly session: SessionRecord
}

export function SetupLayer({ session }: NamesLayerProps) {
  const { closed, close } = useClosedGuides(true)
  const room = useRoom(session.roomId)
  const [step, setStep] = useState<'waiting' | 'asking' | 'over'>('waiting')
  const isPending =
    room?.notices.includes('SETUP_PENDING') === true && namesToAsk(session, room).length > 0
  const isAsked = closed !== undefined && !closed.includes('setup') && isPending
  if (step === 'waiting' && isAsked) setStep('asking')
  const end = () => {
    setStep('over')
    close('setup')
  }
  return step === 'asking' ? <Names session={session} kind="setup" onClose={end} /> : null
}

export function NamesLayer({
  session,
  onClose,
}: NamesLayerProps & { readonly onClose: () => void }) {
  return <Names session={session} kind="change" onClose={onClose} />
}

function Names({
  session,
  kind,
  onClose,
}: NamesLayerProps & { readonly kind: 'setup' | 'change'; readonly onClose: () => void }) {
  const { api, sessions } = useApp()
  const queries = useQueryClient()
  const room = useRoom(session.roomId)
  const elevated = useElevated(session.roomId)
  if (!room || elevated.data === undefined) return null
  return (
    <NamesDialog
      caller={session}
      room={room}
      kind={kind}
      isElevated={elevated.data}
      onElevated={() => queries.setQueryData(ELEVATED_KEY, true)}
      onChanged={(own) => {
        sessions.update(own)
        void queries.invalidateQueries({ queryKey: ['members'] })
        void queries.invalidateQueries({ queryKey: roomQuery(api, session.roomId).queryKey })
      }}
      onLater={onClose}
      onDone={() => {
        onClose()
        void queries.invalidateQueries({ queryKey: roomQuery(api, session.roomId).queryKey })
      }}
    />
  )
}
