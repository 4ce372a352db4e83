import '../../ui/field.css'
import './invite-dialog.css'
import { FileUp, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { FieldLabel, InviteRow } from './invite-row.tsx'
import { INVITEE_FIELDS } from './invitee-rows.ts'
import { type Invitation, useInvitation } from './use-invitation.tsx'

interface InviteDialogProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly onClose: () => void
  /** Gets the ids of the new members. */
  readonly onInvited: (ids: readonly number[]) => void
}

/** Enter goes to the next field, and behind the last one to the button that adds a row: it never sends anything. */
function moveOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key, nativeEvent } = event
  if (key !== 'Enter' || isComposing(nativeEvent) || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, [data-adds]')]
  stops[stops.indexOf(target) + 1]?.focus()
}

/** Invites people: a row each, typed or pasted from a spreadsheet. */
export function InviteDialog({ caller, onClose, onInvited }: InviteDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const rowsRef = useRef<HTMLOListElement>(null)
  const invitation = useInvitation({ caller, rowsRef, onClose, onInvited })
  const { rows, brought, cancel, complete } = invitation
  useEffect(() => rowsRef.current?.querySelector('input')?.focus(), [])

  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} size="wide" onDismiss={() => void cancel()}>
      <div className="invite">
        <div className="invite-head">
          <h2 id={`${id}-title`} className="title">
            {t('invite.title')}
          </h2>
          <IconButton icon={X} label={t('common.close')} onClick={() => void cancel()} />
        </div>
        <p id={`${id}-help`} className="meta">
          {t('invite.help')} {t('invite.pasteHelp')} {t('invite.csvHelp')}
        </p>
        <FileButton
          icon={FileUp}
          label={t('invite.csv')}
          accept=".csv,.tsv,.txt,text/csv"
          onFile={(file) => void invitation.importFile(file)}
        />
        <div className="invite-columns" aria-hidden="true">
          <span />
          {INVITEE_FIELDS.map((field) => (
            <span key={field}>
              <FieldLabel field={field} />
            </span>
          ))}
        </div>
        <InviteRows id={id} rowsRef={rowsRef} invitation={invitation} />
        <div className="invite-foot">
          <p className="meta numbers">
            <span aria-hidden="true">{`${rows.length}/${LIMITS.inviteesPerCall}`}</span>
            <span className="hidden">{t('invite.count', { count: rows.length, maximum: LIMITS.inviteesPerCall })}</span>
          </p>
          <p className="meta" role="status">
            {brought && t(brought.by === 'paste' ? 'invite.pasted' : 'invite.imported', { count: brought.count })}
          </p>
          <Button onClick={() => void cancel()}>{t('invite.cancel')}</Button>
          <Button variant="primary" onClick={() => void complete()}>
            {t('invite.complete')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

interface InviteRowsProps {
  readonly id: string
  readonly rowsRef: RefObject<HTMLOListElement | null>
  readonly invitation: Invitation
}

function InviteRows({ id, rowsRef, invitation }: InviteRowsProps) {
  const { rows, wrong } = invitation
  return (
    <ol
      ref={rowsRef}
      className="invite-rows"
      onKeyDown={moveOnEnter}
      onPaste={(event) => {
        const isTaken = event.target instanceof HTMLInputElement && invitation.paste(event.target.name, event.clipboardData.getData('text'))
        if (isTaken) event.preventDefault()
      }}
    >
      {rows.map((row, index) => {
        const place = wrong?.places.find(({ key }) => key === row.key)
        return (
          <InviteRow
            key={row.key}
            row={row}
            number={index + 1}
            problem={wrong && place && { field: place.field, text: wrong.text, id: `${id}-problem-${row.key}` }}
            onChange={(field, value) => invitation.change({ key: row.key, field }, value)}
            onRemove={rows.length > 1 ? () => void invitation.remove(row) : undefined}
            onAdd={index === rows.length - 1 ? invitation.add : undefined}
          />
        )
      })}
    </ol>
  )
}
