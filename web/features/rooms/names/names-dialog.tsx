import './names-dialog.css'
import { useState } from 'react'
import { ConfirmEmail } from './confirm-email.tsx'
import type { NamesDialogProps } from './names.ts'
import { NamesForm } from './names-form.tsx'

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
