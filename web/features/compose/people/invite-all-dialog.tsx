import './people.css'
import { type FormEvent, useId, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { addInviteAll, type ListedTemplate } from '../../../../contract/features/compose.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useComposing } from '../use-composing.ts'

interface InviteAllDialogProps {
  readonly drafts: readonly ListedTemplate[]
  readonly onClose: () => void
}

/** Sends several drafts at once: all of them, or where one cannot be sent none. */
export function InviteAllDialog({ drafts, onClose }: InviteAllDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { api, toast, tellError, refresh } = useComposing()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(chosen.length === 0 ? t('compose.chooseDocuments') : '')
    if (chosen.length === 0 || isBusy) return
    setBusy(true)
    try {
      await api.call(addInviteAll, { body: { members: [], templates: [...chosen] } })
      toast(t('compose.inviteOk'))
      onClose()
      await refresh()
    } catch (error) {
      setBusy(false)
      await tellError(error)
    }
  }
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.inviteAll')}
      </h2>
      <form className="compose-form" noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className="people-choice">
          <legend className="meta">{t('compose.inviteAllChoose')}</legend>
          {drafts.slice(0, LIMITS.documentsPerInvitation).map(({ templateId, name, participants }) => (
            <label key={templateId} className="check-row">
              <input
                type="checkbox"
                checked={chosen.includes(templateId)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen((before) => (checked ? [...before, templateId] : before.filter((other) => other !== templateId)))
                }
              />
              <span className="ellipsis">{name}</span>
              <span className="meta">{t('compose.people', { count: participants.length })}</span>
            </label>
          ))}
        </fieldset>
        <p className="meta">{t('compose.inviteAllText', { count: chosen.length })}</p>
        <p className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('compose.inviteSend')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
