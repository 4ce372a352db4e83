import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { GroupName } from '../../../ui/list/group-name.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { QuestionSettings } from '../threads-query.ts'
import { LimitsFields, limitsFrom, typedFrom } from './limits-fields.tsx'
import { useSaveSettings } from './use-save-settings.ts'

type Rules = QuestionSettings['groups'][number] | undefined

interface GroupRulesProps {
  readonly roomId: number
  readonly group: Group
  readonly rules: Rules
}

export function GroupRules({ roomId, group, rules }: GroupRulesProps) {
  const { t } = useTranslation()
  const save = useSaveSettings(roomId)
  const alertError = useErrorAlert()
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isOwn = rules !== undefined && (rules.limits !== null || rules.lastDay !== null)
  const state = t(group.shared ? 'questions.on' : 'questions.off')
  const share = async () => {
    setBusy(true)
    await save({ groupId: group.id, shared: !group.shared }).catch(alertError)
    setBusy(false)
  }
  return (
    <li className="question-group">
      <span className="question-group-name">
        <span className="numbers meta">{group.code}</span>
        <GroupName group={group} />
      </span>
      <span className="question-shared" data-tip={t('questions.settingsSharedHelp')}>
        {t('questions.settingsShared')}
        <Switch
          isOn={group.shared}
          label={`${group.name}, ${t('questions.settingsShared')}: ${state}`}
          text={state}
          isBusy={isBusy}
          onToggle={() => void share()}
        />
      </span>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(isOwn ? 'questions.settingsGroupOwn' : 'questions.settingsGroupAsRoom')}
        {rules?.lastDay != null && <span className="numbers"> · {rules.lastDay}</span>}
      </Button>
      {isOpen && (
        <GroupDialog roomId={roomId} group={group} rules={rules} onClose={() => setOpen(false)} />
      )}
    </li>
  )
}

const AS_ROOM = 'room'
const OWN = 'own'

function GroupDialog({
  roomId,
  group,
  rules,
  onClose,
}: GroupRulesProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const save = useSaveSettings(roomId)
  const [mode, setMode] = useState<typeof AS_ROOM | typeof OWN>(
    rules && (rules.limits !== null || rules.lastDay !== null) ? OWN : AS_ROOM,
  )
  const [typed, setTyped] = useState(() => typedFrom(rules?.limits ?? null, rules?.lastDay ?? null))
  return (
    <FormDialog
      title={`${t('questions.settingsGroups')}: ${group.name}`}
      className="questions-form"
      submit={t('questions.settingsSave')}
      onSubmit={async () => {
        const isOwn = mode === OWN
        await save({
          groupId: group.id,
          limits: isOwn ? limitsFrom(typed) : null,
          lastDay: isOwn && typed.lastDay !== '' ? typed.lastDay : null,
        })
        onClose()
        return undefined
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('questions.settingsLimits')}
        chosen={mode}
        options={[
          { id: AS_ROOM, label: t('questions.settingsGroupAsRoom') },
          { id: OWN, label: t('questions.settingsGroupOwn') },
        ]}
        onChoose={setMode}
      />
      {mode === OWN && <LimitsFields typed={typed} onTyped={setTyped} />}
    </FormDialog>
  )
}
