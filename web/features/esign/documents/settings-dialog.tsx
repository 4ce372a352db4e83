import '../people/people.css'
import { useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { updateUpload } from '../../../../contract/features/compose.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { NoticeFields } from '../people/notice-fields.tsx'
import { daysOf } from '../people/sign-days.ts'
import { useComposing } from '../use-composing.ts'
import { WatermarkSwitch } from './watermark-switch.tsx'

interface SettingsDialogProps {
  readonly template: Template
  readonly onClose: () => void
}

export function SettingsDialog({ template, onClose }: SettingsDialogProps) {
  const { t } = useTranslation()
  const { api, toast, refresh } = useComposing()
  const [name, setName] = useState(template.name)
  const [notice, setNotice] = useState(template.notice)
  const [days, setDays] = useState(String(template.signValid))
  const [isMarked, setMarked] = useState(template.waterMark)
  const submit = async () => {
    const signValid = daysOf(days)
    if (name.trim() === '') return t('compose.nameMissing')
    if (signValid === undefined) return t('compose.signValidWrong')
    const { templateId, revision } = template
    try {
      await api.call(updateUpload, {
        body: { templateId, revision, name: name.trim(), notice, signValid, waterMark: isMarked },
      })
    } finally {
      // The next attempt overwrites the change of another user.
      await refresh()
    }
    toast(t('compose.saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('compose.settings')}
      className="compose-form"
      submit={t('compose.save')}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
