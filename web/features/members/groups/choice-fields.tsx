import './choice-fields.css'
import './group-cover.css'
import { useId } from 'react'
import { LEVELS, type Level } from '../../../../contract/features/groups/levels.ts'
import { GROUP_COLORS } from '../../../../contract/features/groups/rights.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { ColorDot } from '../../../ui/list/color-dot.tsx'

type Color = Group['color']

interface ColorFieldProps {
  readonly color: Color
  readonly onColor: (color: Color) => void
}

export function ColorField({ color, onColor }: ColorFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className="group-field">
      <legend className="meta">{t('groups.color')}</legend>
      <div className="group-colors">
        {GROUP_COLORS.map((each) => (
          <label key={each} className="group-color" data-tip={t(`groups.${each}`)}>
            <input
              type="radio"
              className="group-cover"
              name={id}
              aria-label={t(`groups.${each}`)}
              checked={each === color}
              onChange={() => onColor(each)}
            />
            <ColorDot color={each} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface LevelFieldProps {
  readonly level: Level
  readonly onLevel: (level: Level) => void
}

export function LevelField({ level, onLevel }: LevelFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className="group-field" aria-describedby={`${id}-help`}>
      <legend className="meta">{t('groups.level')}</legend>
      <p id={`${id}-help`} className="group-help">
        {t('groups.levelHelp')}
      </p>
      {LEVELS.map((each) => (
        <label key={each} className="group-choice">
          <input
            type="radio"
            name={id}
            aria-describedby={`${id}-${each}`}
            aria-label={t(`groups.${each}`)}
            checked={each === level}
            onChange={() => onLevel(each)}
          />
          <span className="group-choice-name">{t(`groups.${each}`)}</span>
          <span id={`${id}-${each}`} className="group-help">
            {t(`groups.${each}Help`)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export const PRESETS = {
  bidder: { level: 'download', color: 'blue', kind: 'participants' },
  adviser: { level: 'print', color: 'green', kind: 'participants' },
  cleanTeam: { level: 'none', color: 'red', kind: 'participants' },
  readOnly: { level: 'view', color: 'gray', kind: 'participants' },
  experts: { level: 'none', color: 'violet', kind: 'experts' },
} as const satisfies Record<
  string,
  { readonly level: Level; readonly color: Color; readonly kind: Group['kind'] }
>
export type Preset = keyof typeof PRESETS

interface PresetFieldProps {
  readonly preset: Preset | undefined
  readonly onPreset: (preset: Preset) => void
}

export function PresetField({ preset, onPreset }: PresetFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className="group-field">
      <legend className="meta">{t('groups.preset')}</legend>
      <div className="group-presets">
        {(Object.keys(PRESETS) as Preset[]).map((each) => (
          <label key={each} className="group-preset">
            <input
              type="radio"
              className="group-cover"
              name={id}
              aria-label={t(`groups.${each}`)}
              aria-describedby={`${id}-${each}`}
              checked={each === preset}
              onChange={() => onPreset(each)}
            />
            <span className="group-choice-name">{t(`groups.${each}`)}</span>
            <span id={`${id}-${each}`} className="group-help">
              {t(`groups.${each}Help`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface GroupFieldProps {
  readonly label: string
  readonly groups: readonly Group[]
  readonly chosen: number | undefined
  readonly onChosen: (groupId: number) => void
}

export function GroupField({ label, groups, chosen, onChosen }: GroupFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className="group-field">
      <legend className="meta">{label}</legend>
      <div className="group-options">
        {groups.map(({ id: groupId, name, color, members }) => (
          <label key={groupId} className="group-option">
            <input
              type="radio"
              name={id}
              checked={groupId === chosen}
              onChange={() => onChosen(groupId)}
            />
            <ColorDot color={color} />
            <span className="group-option-name">{name}</span>
            <span className="meta numbers">{t('groups.members', { count: members })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
