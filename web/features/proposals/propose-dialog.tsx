import './proposals.css'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { propose } from '../../../contract/features/groups/proposals.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { OwnProposals } from './own-proposals.tsx'
import { ownProposalsKey } from './own-proposals-query.ts'

const FIELDS = ['name', 'email', 'division', 'position'] as const
type ProposalField = (typeof FIELDS)[number]

const NOTHING: Record<ProposalField, string> = { name: '', email: '', division: '', position: '' }

interface ProposeDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function ProposeDialog({ roomId, onClose }: ProposeDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const first = useRef<HTMLInputElement>(null)
  const [person, setPerson] = useState(NOTHING)
  const [note, setNote] = useState('')

  const submit = async () => {
    const [name, email] = [person.name.trim(), person.email.trim()]
    if (name === '') return t('proposals.nameRequired')
    if (email === '') return t('proposals.emailRequired')
    const { division, position } = person
    const people = [{ userName: name, email, division: division.trim(), position: position.trim() }]
    await api.call(propose, {
      body: { roomId, people, ...(note.trim() === '' ? {} : { note: note.trim() }) },
    })
    toast({ title: 'Succeed', text: t('proposals.sent', { name }) })
    setPerson(NOTHING)
    first.current?.focus()
    await queries.invalidateQueries({ queryKey: ownProposalsKey(roomId) })
    return undefined
  }
  return (
    <FormDialog
      title={t('proposals.title')}
      help={{ text: t('proposals.help'), className: 'meta' }}
      className="propose-form"
      submit={t('proposals.send')}
      initialFocus={first}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <>
          <div className="propose-fields">
            {FIELDS.map((field) => (
              <label key={field} className="meta">
                {t(`proposals.${field}`)}
                <input
                  {...(field === 'name' || field === 'email' ? described : {})}
                  ref={field === 'name' ? first : undefined}
                  className="field"
                  type={field === 'email' ? 'email' : 'text'}
                  autoComplete="off"
                  required={field === 'name' || field === 'email'}
                  maxLength={field === 'email' ? 254 : 100}
                  value={person[field]}
                  onChange={({ currentTarget }) =>
                    setPerson({ ...person, [field]: currentTarget.value })
                  }
                />
              </label>
            ))}
          </div>
          <label className="meta">
            {t('proposals.note')}
            <input
              className="field"
              autoComplete="off"
              maxLength={LIMITS.proposalNoteLength}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          </label>
          <OwnProposals roomId={roomId} />
        </>
      )}
    </FormDialog>
  )
}
