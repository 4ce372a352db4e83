import { Minus, Plus, X } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { INVITEE_FIELDS, type InviteeField, type InviteeRow } from './invitee-rows.ts'
import { nameOfField } from './use-invitation-rows.ts'

/** Browsers rewrite the text of email inputs. */
const KEYBOARDS: Readonly<Record<InviteeField, 'text' | 'email' | 'tel'>> = {
  name: 'text',
  division: 'text',
  position: 'text',
  email: 'email',
  phone: 'tel',
}
const REQUIRED: ReadonlySet<InviteeField> = new Set(['name', 'email'])

export function FieldLabel({ field }: { readonly field: InviteeField }) {
  const { t } = useTranslation()
  return (
    <>
      {t(`invite.${field}`)} ({t(REQUIRED.has(field) ? 'invite.required' : 'invite.optional')})
    </>
  )
}

interface InviteRowProps {
  readonly row: InviteeRow
  readonly number: number
  readonly locked?: ReadonlySet<InviteeField>
  readonly problem:
    | { readonly field: InviteeField; readonly text: string; readonly id: string }
    | undefined
  readonly own?: string | undefined
  readonly onOwnClear?: () => void
  readonly onChange: (field: InviteeField, value: string) => void
  readonly onRemove?: (() => void) | undefined
  readonly onAdd?: (() => void) | undefined
}

export function InviteRow({
  row,
  number,
  locked,
  problem,
  own,
  onOwnClear,
  onChange,
  onRemove,
  onAdd,
}: InviteRowProps) {
  const { t } = useTranslation()
  return (
    <li>
      <fieldset className="invitee">
        <legend className="hidden">{t('invite.row', { number })}</legend>
        <span className="invitee-number numbers" aria-hidden="true">
          {number}
        </span>
        {INVITEE_FIELDS.map((field) => {
          const found = problem?.field === field ? problem : undefined
          return (
            <Fragment key={field}>
              <label className={`invitee-field invitee-${field}`}>
                <span className="invitee-label">
                  <FieldLabel field={field} />
                </span>
                <input
                  className="field"
                  name={nameOfField({ key: row.key, field })}
                  type="text"
                  inputMode={KEYBOARDS[field]}
                  enterKeyHint="next"
                  autoComplete="off"
                  disabled={locked?.has(field) === true}
                  required={REQUIRED.has(field)}
                  value={row[field]}
                  aria-invalid={found !== undefined}
                  aria-describedby={found?.id}
                  onChange={(event) => onChange(field, event.currentTarget.value)}
                />
              </label>
              {found && (
                <p id={found.id} className="problem invitee-problem">
                  {found.text}
                </p>
              )}
            </Fragment>
          )
        })}
        {(onRemove || onAdd) && (
          <span className="invitee-buttons">
            {onRemove && (
              <IconButton
                icon={Minus}
                label={t('invite.removeRow', { number })}
                tip={t('invite.remove')}
                onClick={onRemove}
              />
            )}
            {onAdd && (
              <IconButton
                icon={Plus}
                variant="plain"
                label={t('invite.add')}
                data-adds=""
                onClick={onAdd}
              />
            )}
          </span>
        )}
        {own !== undefined && (
          <p className="invitee-own meta">
            {t('groups.own', { list: own })}
            <IconButton
              icon={X}
              size="small"
              label={t('groups.ownClear', { number })}
              onClick={onOwnClear}
            />
          </p>
        )}
      </fieldset>
    </li>
  )
}
