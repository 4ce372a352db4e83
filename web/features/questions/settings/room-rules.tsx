import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { QuestionSettings } from '../threads-query.ts'
import { LimitsFields, limitsFrom, typedFrom } from './limits-fields.tsx'
import { useSaveSettings } from './use-save-settings.ts'

interface RoomRulesProps {
  readonly roomId: number
  readonly settings: QuestionSettings
}

const SWITCHES = [
  {
    field: 'approval',
    label: 'questions.settingsApproval',
    help: 'questions.settingsApprovalHelp',
  },
  { field: 'names', label: 'questions.settingsNames', help: 'questions.settingsNamesHelp' },
  { field: 'hidesGroups', label: 'questions.settingsHides', help: 'questions.settingsHidesHelp' },
] as const

export function RoomRules({ roomId, settings }: RoomRulesProps) {
  const { t } = useTranslation()
  const save = useSaveSettings(roomId)
  const alertError = useErrorAlert()
  const [busy, setBusy] = useState<string>()
  const [typed, setTyped] = useState(() => typedFrom(settings.limits, settings.lastDay))
  const run = async (name: string, change: Parameters<typeof save>[0]) => {
    setBusy(name)
    await save(change).catch(alertError)
    setBusy(undefined)
  }
  return (
    <section className="question-panel" aria-labelledby="question-rules">
      <h2 id="question-rules">{t('questions.settingsRules')}</h2>
      <ul className="question-switches">
        {SWITCHES.map(({ field, label, help }) => (
          <li key={field}>
            <span>
              {t(label)}
              <span className="meta">{t(help)}</span>
            </span>
            <Switch
              isOn={settings[field]}
              label={`${t(label)}: ${t(settings[field] ? 'questions.on' : 'questions.off')}`}
              text={t(settings[field] ? 'questions.on' : 'questions.off')}
              isBusy={busy === field}
              onToggle={() => void run(field, { [field]: !settings[field] })}
            />
          </li>
        ))}
      </ul>
      <form
        className="questions-form"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void run('limits', {
            limits: limitsFrom(typed),
            lastDay: typed.lastDay === '' ? null : typed.lastDay,
          })
        }}
      >
        <LimitsFields typed={typed} onTyped={setTyped} />
        <div className="question-save">
          <Button type="submit" variant="primary" isBusy={busy === 'limits'}>
            {t('questions.settingsSave')}
          </Button>
        </div>
      </form>
    </section>
  )
}
