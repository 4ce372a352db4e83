import '../../../ui/field/field.css'
import { Trash2 } from 'lucide-react'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import type { SignOnSettings, settings } from '../../../../contract/features/session/sign-on.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'

export type SignOnOfRoom = PayloadOut<typeof settings>

type Accepted = SignOnSettings['providers'][number]

const written = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).href : issuer)

/** An operator must accept the new issuer first. */
export const isOfOtherIssuer = (
  { issuer }: SignOnOfRoom['available'][number],
  chosen: Accepted,
): boolean => written(issuer) !== written(chosen.issuer)

interface ProviderSettingsProps {
  readonly provider: SignOnOfRoom['available'][number]
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly chosen: Accepted | undefined
  readonly onChange: (changed: Accepted | undefined) => void
}

export function ProviderSettings({ provider, groups, chosen, onChange }: ProviderSettingsProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { id, name, issuer, hasGroups, hasStrong } = provider
  const isOther = chosen !== undefined && isOfOtherIssuer(provider, chosen)
  const [first] = groups
  return (
    <fieldset className="sign-on-block">
      <legend>{name[language]}</legend>
      <Choice
        type="checkbox"
        isChosen={chosen !== undefined}
        onChange={(isOn) =>
          onChange(isOn ? { provider: id, issuer, replacesCode: false, groups: [] } : undefined)
        }
      >
        {t('signOnRoom.accept')}
      </Choice>
      <p className="meta sign-on-issuer">{t('signOnRoom.issuer', { issuer })}</p>
      {isOther && (
        <div className="sign-on-other" role="status">
          <p>
            {chosen.issuer
              ? t('signOnRoom.otherIssuer', { before: chosen.issuer })
              : t('signOnRoom.noIssuer')}
          </p>
          <Button size="small" onClick={() => onChange({ ...chosen, issuer })}>
            {t('signOnRoom.acceptIssuer')}
          </Button>
        </div>
      )}
      {chosen && hasStrong && (
        <Choice
          type="checkbox"
          isChosen={chosen.replacesCode}
          onChange={(replacesCode) => onChange({ ...chosen, replacesCode })}
        >
          {t('signOnRoom.replacesCode')}
        </Choice>
      )}
      {chosen && hasGroups && first && (
        <>
          <p className="meta">{t('signOnRoom.groupsHelp')}</p>
          <ClaimRows chosen={chosen} groups={groups} onChange={onChange} />
          <Button
            size="small"
            onClick={() =>
              onChange({ ...chosen, groups: [...chosen.groups, { claim: '', groupId: first.id }] })
            }
          >
            {t('signOnRoom.addGroup')}
          </Button>
        </>
      )}
    </fieldset>
  )
}

interface ClaimRowsProps extends Pick<ProviderSettingsProps, 'groups' | 'onChange'> {
  readonly chosen: Accepted
}

function ClaimRows({ chosen, groups, onChange }: ClaimRowsProps) {
  const { t } = useTranslation()
  const change = (index: number, to: Partial<Accepted['groups'][number]>) =>
    onChange({
      ...chosen,
      groups: chosen.groups.map((row, at) => (at === index ? { ...row, ...to } : row)),
    })
  return chosen.groups.map(({ claim, groupId }, index) => (
    <div key={`row ${index.toString()}`} className="sign-on-map">
      <label>
        <span className="select-label">{t('signOnRoom.claim')}</span>
        <input
          className="field field-small"
          value={claim}
          maxLength={200}
          onChange={({ currentTarget }) => change(index, { claim: currentTarget.value })}
        />
      </label>
      <SelectField
        label={t('signOnRoom.group')}
        options={groups.map(({ id, name }) => ({ id, label: name }))}
        chosen={groupId}
        onChoose={(chosenId) => change(index, { groupId: chosenId })}
      />
      <Button
        size="small"
        variant="quiet"
        icon={Trash2}
        onClick={() =>
          onChange({ ...chosen, groups: chosen.groups.filter((_, at) => at !== index) })
        }
      >
        {t('signOnRoom.removeGroup')}
      </Button>
    </div>
  ))
}
