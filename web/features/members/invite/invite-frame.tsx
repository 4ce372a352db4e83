import '../../../ui/field/field.css'
import './invite-dialog.css'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { FieldLabel } from './invite-row.tsx'
import { INVITEE_FIELDS } from './invitee-rows.ts'

interface InviteFrameProps {
  readonly help: ReactNode
  readonly tools?: ReactNode
  readonly settings?: ReactNode
  readonly note?: ReactNode
  readonly hasRowButtons: boolean
  readonly isBusy?: boolean
  readonly onCancel: () => void
  readonly onComplete: () => void
  readonly children: ReactNode
}

export function InviteFrame({
  help,
  tools,
  settings,
  note,
  hasRowButtons,
  isBusy = false,
  onCancel,
  onComplete,
  children,
}: InviteFrameProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} size="wide" onDismiss={onCancel}>
      <div className={hasRowButtons ? 'invite' : 'invite invite-one'}>
        <div className="invite-head">
          <h2 id={`${id}-title`} className="title">
            {t('invite.title')}
          </h2>
          <IconButton icon={X} label={t('common.close')} onClick={onCancel} />
        </div>
        <div id={`${id}-help`} className="meta">
          {help}
        </div>
        {tools && <div className="invite-tools">{tools}</div>}
        {settings}
        <div className="invite-columns" aria-hidden="true">
          <span />
          {INVITEE_FIELDS.map((field) => (
            <span key={field}>
              <FieldLabel field={field} />
            </span>
          ))}
        </div>
        {children}
        <div className="modal-buttons invite-foot">
          {note}
          <Button onClick={onCancel}>{t('invite.cancel')}</Button>
          <Button variant="primary" isBusy={isBusy} onClick={onComplete}>
            {t('invite.complete')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Enter moves to the next field and never submits. */
function moveOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key, nativeEvent } = event
  if (key !== 'Enter' || isComposing(nativeEvent) || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input:enabled, [data-adds]')]
  stops[stops.indexOf(target) + 1]?.focus()
}

interface InviteListProps {
  readonly listRef: Ref<HTMLOListElement>
  readonly onPaste?: (fieldName: string, text: string) => boolean
  readonly children: ReactNode
}

export function InviteList({ listRef, onPaste, children }: InviteListProps) {
  return (
    <ol
      ref={listRef}
      className="invite-rows"
      onKeyDown={moveOnEnter}
      onPaste={(event) => {
        const isTaken =
          event.target instanceof HTMLInputElement &&
          onPaste?.(event.target.name, event.clipboardData.getData('text'))
        if (isTaken) event.preventDefault()
      }}
    >
      {children}
    </ol>
  )
}
