import '../../../ui/field.css'
import '../people/people.css'
import { type FormEvent, useId, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { updateUpload } from '../../../../contract/features/compose.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { useErrorText } from '../../../lib/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { NoticeFields } from '../people/notice-fields.tsx'
import { daysOf } from '../people/sign-days.ts'
import { useComposing } from '../use-composing.ts'
import { WatermarkSwitch } from './watermark-switch.tsx'

interface SettingsDialogProps {
  readonly template: Template
  readonly onClose: () => void
}

/** What a draft is called, and how it is sent and sealed later. */
export function SettingsDialog({ template, onClose }: SettingsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const errorText = useErrorText()
  const { api, toast, refresh } = useComposing()
  const [name, setName] = useState(template.name)
  const [notice, setNotice] = useState(template.notice)
  const [days, setDays] = useState(String(template.signValid))
  const [isMarked, setMarked] = useState(template.waterMark)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const signValid = daysOf(days)
    if (isBusy) return
    if (name.trim() === '') return setProblem(t('compose.nameMissing'))
    if (signValid === undefined) return setProblem(t('compose.signValidWrong'))
    setProblem('')
    setBusy(true)
    try {
      const { templateId, revision } = template
      await api.call(updateUpload, { body: { templateId, revision, name: name.trim(), notice, signValid, waterMark: isMarked } })
      await refresh()
      toast(t('compose.saved'))
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      // What somebody else has changed is saved over with the next try.
      await refresh()
      setBusy(false)
    }
  }
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.settings')}
      </h2>
      <form className="compose-form" autoComplete="off" noValidate onSubmit={(event) => void submit(event)}>
        <label className="meta">
          {t('compose.docName')}
          <input
            className="field"
            maxLength={LIMITS.nameLength}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <NoticeFields notice={notice} onNotice={setNotice} days={days} onDays={setDays} />
        <WatermarkSwitch isOn={isMarked} onToggle={() => setMarked(!isMarked)} />
        <p className="problem" role="alert">
          {problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('compose.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
