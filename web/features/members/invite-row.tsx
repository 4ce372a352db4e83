import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import type { InviteeField, InviteeRow } from './invitee-rows.ts'

interface InviteRowProps {
  readonly row: InviteeRow
  readonly number: number
  readonly problem: { readonly field: InviteeField; readonly text: string } | undefined
  readonly onChange: (field: InviteeField, value: string) => void
  /** Left out for the only row. */
  readonly onRemove: (() => void) | undefined
}

const FIELDS = [
  { name: 'name', isRequired: true, keyboard: 'text' },
  { name: 'division', isRequired: false, keyboard: 'text' },
  // Not of the type email, which would rewrite what was typed.
  { name: 'email', isRequired: true, keyboard: 'email' },
  { name: 'phone', isRequired: false, keyboard: 'tel' },
] as const satisfies readonly { name: InviteeField; isRequired: boolean; keyboard: string }[]

export function InviteRow({ row, number, problem, onChange, onRemove }: InviteRowProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <li>
      <fieldset>
        <legend className="numbers">{t('invite.row', { number })}</legend>
        {FIELDS.map(({ name, isRequired, keyboard }) => {
          const isWrong = problem?.field === name
          return (
            <label key={name}>
              <span className="meta">
                {t(`invite.${name}`)} ({t(isRequired ? 'invite.required' : 'invite.optional')})
              </span>
              <input
                className="field"
                name={`${name}-${row.key}`}
                type="text"
                inputMode={keyboard}
                autoComplete="off"
                required={isRequired}
                value={row[name]}
                aria-invalid={isWrong}
                aria-describedby={isWrong ? id : undefined}
                onChange={(event) => onChange(name, event.currentTarget.value)}
              />
            </label>
          )
        })}
        {onRemove && (
          <button
            type="button"
            className="button quiet square"
            aria-label={`${t('invite.remove')}: ${t('invite.row', { number })}`}
            onClick={onRemove}
          >
            <Icon name="minus" />
          </button>
        )}
      </fieldset>
      {problem && (
        <p id={id} className="problem">
          {problem.text}
        </p>
      )}
    </li>
  )
}
