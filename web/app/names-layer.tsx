import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClosedGuides } from '../features/guide/index.ts'
import { NamesDialog, namesToAsk, roomQuery } from '../features/rooms/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useHouse } from './house-context.ts'
import { useRaised } from './use-raised.ts'
import { useRoom } from './use-room.ts'
import { RAISED_KEY } from './workroom.ts'

interface NamesLayerProps {
  readonly session: SessionRecord
}

/** Asks for the names of a room that the first start made and no setting gave, once: at the first visit, until it is answered or put off. */
export function SetupLayer({ session }: NamesLayerProps) {
  const { closed, close } = useClosedGuides(true)
  const room = useRoom(session.roomId)
  const [step, setStep] = useState<'waiting' | 'asking' | 'over'>('waiting')
  const isPending = room?.notices.includes('SETUP_PENDING') === true && namesToAsk(session, room).length > 0
  const isAsked = closed !== undefined && !closed.includes('setup') && isPending
  // Once the room is named nothing asks for it any more, while the address may still be to be confirmed.
  if (step === 'waiting' && isAsked) setStep('asking')
  const end = () => {
    setStep('over')
    close('setup')
  }
  return step === 'asking' ? <Names session={session} kind="setup" onClose={end} /> : null
}

/** The names of the room and of its operator, to be changed at any time. */
export function NamesLayer({ session, onClose }: NamesLayerProps & { readonly onClose: () => void }) {
  return <Names session={session} kind="change" onClose={onClose} />
}

function Names({ session, kind, onClose }: NamesLayerProps & { readonly kind: 'setup' | 'change'; readonly onClose: () => void }) {
  const { api, sessions } = useHouse()
  const queries = useQueryClient()
  const room = useRoom(session.roomId)
  const raised = useRaised(session.roomId)
  if (!room || raised.data === undefined) return null
  return (
    <NamesDialog
      caller={session}
      room={room}
      kind={kind}
      isRaised={raised.data}
      onRaised={() => queries.setQueryData(RAISED_KEY, true)}
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
