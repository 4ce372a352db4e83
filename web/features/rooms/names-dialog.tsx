import './names-dialog.css'
import { useState } from 'react'
import { ConfirmEmail } from './confirm-email.tsx'
import { NamesForm } from './names-form.tsx'
import type { Room } from './room-query.ts'

/** Whose names these are. */
export interface NamesCaller {
  readonly roomId: number
  readonly userId: number
  readonly name: string
  readonly email: string
}

export interface NamesDialogProps {
  readonly caller: NamesCaller
  readonly room: Room
  /** `setup`: asked at the first visit, when all of it is still what the first start has given it. */
  readonly kind: 'setup' | 'change'
  /** False: the operator code is asked for, too, which opens the operator area. */
  readonly isRaised: boolean
  readonly onRaised: () => void
  /** The server has taken the new name or address. */
  readonly onChanged: (own: { readonly name?: string; readonly email?: string }) => void
  /** Left without saving. */
  readonly onLater: () => void
  readonly onDone: () => void
}

/** The names of the room and of its operator; a new address is confirmed by the code that is mailed to it. */
export function NamesDialog(props: NamesDialogProps) {
  const [email, setEmail] = useState<string>()
  if (email === undefined) return <NamesForm {...props} onMailed={setEmail} />
  return (
    <ConfirmEmail
      email={email}
      hasMail={!props.room.notices.includes('MAIL_NOT_SET_UP')}
      onConfirmed={(confirmed) => {
        props.onChanged({ email: confirmed })
        props.onDone()
      }}
      onLater={props.onDone}
    />
  )
}
