import '../../../ui/field/field.css'
import '../people/people.css'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { upload } from '../../../../contract/features/compose.ts'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { ProgressBar } from '../../../ui/state/progress-bar.tsx'
import { NoticeFields } from '../people/notice-fields.tsx'
import { daysOf } from '../people/sign-days.ts'
import { useComposing } from '../use-composing.ts'
import { asksPassword } from './use-adopting.tsx'
import { WatermarkSwitch } from './watermark-switch.tsx'

interface UploadDialogProps {
  readonly roomId: number
  readonly file: File
  readonly onUploaded: (templateId: number) => void
  readonly onClose: () => void
}

export function UploadDialog({ roomId, file, onUploaded, onClose }: UploadDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const errorText = useErrorText()
  const { api, dialogs, toast, refresh } = useComposing()
  const password = useRef<HTMLInputElement>(null)
  const sending = useRef(new AbortController())
  const [notice, setNotice] = useState('')
  const [days, setDays] = useState(String(LIMITS.signValidDefault))
  const [isMarked, setMarked] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const [problem, setProblem] = useState('')
  const [share, setShare] = useState<number>()
  useEffect(() => {
    if (isLocked) password.current?.focus()
  }, [isLocked])

  const send = async (signValid: number) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ roomId, notice, signValid, waterMark: isMarked }))
      form.append(name, String(value))
    if (isLocked) form.append('password', password.current?.value ?? '')
    form.append('file', file)
    sending.current = new AbortController()
    const onProgress = (sent: number, total: number) => setShare(total === 0 ? 0 : sent / total)
    const { payload } = await api.send(upload, form, { signal: sending.current.signal, onProgress })
    toast(t('compose.uploaded'))
    onClose()
    onUploaded(payload.templateId)
    await refresh()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const signValid = daysOf(days)
    if (share !== undefined) return
    if (signValid === undefined) return setProblem(t('compose.signValidWrong'))
    if (isLocked && !password.current?.value) return setProblem(t('compose.passwordMissing'))
    setProblem('')
    setShare(0)
    try {
      await send(signValid)
    } catch (error) {
      setShare(undefined)
      if (sending.current.signal.aborted) return
      // The first refusal only means a locked PDF.
      if (asksPassword(error) && !isLocked) return setLocked(true)
      setProblem(errorText(error))
    }
  }
  const close = async () => {
    const text = t('compose.uploadStop', { name: file.name })
    const stops =
      share === undefined ||
      (await dialogs.confirm({
        tone: 'check',
        text,
        confirmLabel: t('compose.stop'),
        isDangerous: true,
      }))
    if (!stops) return
    sending.current.abort()
    onClose()
  }
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={() => void close()}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.uploadTitle')}
      </h2>
      <form
        className="compose-form"
        autoComplete="off"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <p className="file-name">
          <FileName name={file.name} />
        </p>
        <NoticeFields notice={notice} onNotice={setNotice} days={days} onDays={setDays} />
        <WatermarkSwitch isOn={isMarked} onToggle={() => setMarked(!isMarked)} />
        {isLocked && (
          <label className="meta">
            {t('compose.password')}
            <input
              ref={password}
              className="field"
              type="password"
              autoComplete="off"
              maxLength={LIMITS.passwordLength}
            />
          </label>
        )}
        <p className="problem" role="alert">
          {problem}
        </p>
        {share !== undefined && <ProgressBar label={t('compose.uploading')} share={share} />}
        <div className="modal-buttons">
          <Button onClick={() => void close()}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={share !== undefined}>
            {t('compose.add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
