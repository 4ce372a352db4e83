import './people.css'
import { type FormEvent, useId, useState } from 'react'
import { addInvite, updateUpload } from '../../../../contract/features/compose.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { sendBlocker } from '../../../../contract/features/send-blocker.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { go } from '../place.ts'
import { templateKey } from '../queries.ts'
import { useTypeName } from '../status-words.tsx'
import { useComposing } from '../use-composing.ts'
import { NoticeFields } from './notice-fields.tsx'
import { SendingProblems } from './sending-problems.tsx'
import { daysOf } from './sign-days.ts'
import { turnOf } from './signing-order.ts'

interface InviteDialogProps {
  readonly template: Template
  /** Runs `work` on the current revision; returns false on failure. */
  readonly between?: (work: (revision: number) => Promise<number>) => Promise<boolean>
  readonly onClose: () => void
}

export function InviteDialog({
  template,
  between = (work) => work(template.revision).then(() => true),
  onClose,
}: InviteDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const typeName = useTypeName()
  const { api, queries, toast, alertError, refresh } = useComposing()
  const { templateId, name, participants } = template
  const [notice, setNotice] = useState(template.notice)
  const [days, setDays] = useState(String(template.signValid))
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isBlocked = sendBlocker(template) !== undefined

  const refuse = (text: string) => {
    setBusy(false)
    setProblem(text)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const signValid = daysOf(days)
    setProblem(signValid === undefined ? t('compose.signValidWrong') : '')
    if (signValid === undefined || isBusy || isBlocked) return
    setBusy(true)
    try {
      const save = async (revision: number): Promise<number> => {
        const changed = await api.call(updateUpload, {
          body: { templateId, revision, notice, signValid },
        })
        queries.setQueryData(templateKey(templateId), changed)
        return changed.revision
      }
      if (!(await between(save))) return refuse(t('compose.unsavedFirst'))
      await api.call(addInvite, { body: { templateId, members: [] } })
      toast(t('compose.inviteOk'))
      await refresh()
      onClose()
      go({ kind: 'document', id: templateId })
    } catch (error) {
      setBusy(false)
      await alertError(error)
      await refresh()
    }
  }
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.inviteTitle')}
      </h2>
      <p id={`${id}-text`} className="modal-text">
        {t('compose.inviteText', { name })}
      </p>
      <form className="compose-form" noValidate onSubmit={(event) => void submit(event)}>
        <ul className="invite-people">
          {participants.map((person) => (
            <li key={person.id}>
              <span className="numbers meta">{turnOf(participants, person)}</span>
              <span className="ellipsis">
                {person.name} <span className="meta">{person.email}</span>
              </span>
              <span className="meta">{typeName(person.type)}</span>
            </li>
          ))}
        </ul>
        <NoticeFields notice={notice} onNotice={setNotice} days={days} onDays={setDays} />
        <div className="problem" role="alert">
          {problem !== '' && <p>{problem}</p>}
          <SendingProblems template={template} />
        </div>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={isBlocked}>
            {t('compose.inviteSend')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
