import { FileUp, Plus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { AccessSettings } from './access-settings.tsx'
import { InviteFrame, InviteList } from './invite-frame.tsx'
import { InviteRow } from './invite-row.tsx'
import { type Invitation, useInvitation } from './use-invitation.tsx'
import { useInvitationAccess } from './use-invitation-access.ts'

interface InviteDialogProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly onClose: () => void
  readonly onInvited: (ids: readonly number[]) => void
}

export function InviteDialog({ caller, onClose, onInvited }: InviteDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const rowsRef = useRef<HTMLOListElement>(null)
  const access = useInvitationAccess(caller.roomId)
  const invitation = useInvitation({ caller, rowsRef, access, onClose, onInvited })
  const { rows, wrong, cancel, complete } = invitation
  useEffect(() => rowsRef.current?.querySelector('input')?.focus(), [])

  return (
    <InviteFrame
      help={
        <>
          <p>{t('invite.help')}</p>
          <p>
            {t('invite.pasteHelp')} {t('invite.csvHelp')}
          </p>
        </>
      }
      tools={
        <>
          <Button size="small" icon={Plus} onClick={invitation.modify}>
            {t('invite.modify')}
          </Button>
          <FileButton
            icon={FileUp}
            label={t('invite.csv')}
            accept=".csv,.tsv,.txt,text/csv"
            onFile={(file) => void invitation.importFile(file)}
          />
        </>
      }
      settings={<AccessSettings access={access} />}
      note={<InviteNote invitation={invitation} />}
      hasRowButtons
      onCancel={() => void cancel()}
      onComplete={() => void complete()}
    >
      <InviteList listRef={rowsRef} onPaste={invitation.paste}>
        {rows.map((row, index) => {
          const place = wrong?.places.find(({ key }) => key === row.key)
          return (
            <InviteRow
              key={row.key}
              row={row}
              number={index + 1}
              problem={
                wrong &&
                place && { field: place.field, text: wrong.text, id: `${id}-problem-${row.key}` }
              }
              own={access.textOf(row)}
              onOwnClear={() => invitation.clearOwn(row)}
              onChange={(field, value) => invitation.change({ key: row.key, field }, value)}
              onRemove={rows.length > 1 ? () => void invitation.remove(row) : undefined}
              onAdd={index === rows.length - 1 ? invitation.add : undefined}
            />
          )
        })}
      </InviteList>
    </InviteFrame>
  )
}

const BROUGHT = {
  paste: 'invite.pasted',
  file: 'invite.imported',
  draft: 'invite.restored',
} as const

function InviteNote({ invitation: { rows, brought } }: { readonly invitation: Invitation }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="meta numbers">
        <span aria-hidden="true">{`${rows.length}/${LIMITS.inviteesPerCall}`}</span>
        <span className="hidden">
          {t('invite.count', { count: rows.length, maximum: LIMITS.inviteesPerCall })}
        </span>
      </p>
      <p className="meta" role="status">
        {brought && t(BROUGHT[brought.by], { count: brought.count })}
      </p>
    </>
  )
}
