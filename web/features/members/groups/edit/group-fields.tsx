import { type Ref, useId } from 'react'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { DraftProblem, GroupDraft } from './group-draft.ts'

interface DraftFieldProps {
  readonly draft: GroupDraft
  readonly problem: DraftProblem | undefined
  readonly onChange: (change: Partial<GroupDraft>) => void
}

/** @returns the text of the field's problem, and what describes its control. */
function useFieldProblem(
  field: DraftProblem['field'],
  problem: DraftProblem | undefined,
  helpId?: string,
) {
  const id = useId()
  const text = problem?.field === field ? problem.text : undefined
  const ids = [helpId, text === undefined ? undefined : id].filter((each) => each !== undefined)
  return {
    control: {
      name: field,
      'aria-invalid': text !== undefined,
      'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    },
    shown: text !== undefined && (
      <p id={id} className="problem" role="alert">
        {text}
      </p>
    ),
  }
}

interface NameFieldProps extends DraftFieldProps {
  readonly inputRef: Ref<HTMLInputElement>
}

export function NameField({ draft, problem, inputRef, onChange }: NameFieldProps) {
  const { t } = useTranslation()
  const { control, shown } = useFieldProblem('name', problem)
  return (
    <div>
      <label className="meta">
        {t('groups.name')}
        <input
          {...control}
          ref={inputRef}
          className="field"
          required
          autoComplete="off"
          maxLength={LIMITS.groupNameLength}
          value={draft.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      </label>
      {shown}
    </div>
  )
}

export function PeriodField({ draft, problem, onChange }: DraftFieldProps) {
  const { t } = useTranslation()
  const helpId = useId()
  const { control, shown } = useFieldProblem('until', problem, helpId)
  return (
    <fieldset className="group-field">
      <legend className="meta">{t('groups.period')}</legend>
      <p id={helpId} className="group-help">
        {t('groups.periodHelp')}
      </p>
      <div className="group-days">
        <label className="meta">
          {t('groups.from')}
          <input
            className="field numbers"
            type="date"
            value={draft.from}
            onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
          />
        </label>
        <label className="meta">
          {t('groups.until')}
          <input
            {...control}
            className="field numbers"
            type="date"
            value={draft.until}
            onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
          />
        </label>
      </div>
      {shown}
    </fieldset>
  )
}

export function NetworksField({ draft, problem, onChange }: DraftFieldProps) {
  const { t } = useTranslation()
  const helpId = useId()
  const { control, shown } = useFieldProblem('networks', problem, helpId)
  return (
    <div>
      <label className="meta">
        {t('groups.networks')}
        <textarea
          {...control}
          className="field group-networks numbers"
          rows={3}
          spellCheck={false}
          value={draft.networks}
          onChange={({ currentTarget }) => onChange({ networks: currentTarget.value })}
        />
      </label>
      <p id={helpId} className="group-help">
        {t('groups.networksHelp')}
      </p>
      {shown}
    </div>
  )
}
