import { useId } from 'react'
import { LEVELS, type Level } from '../../../contract/features/groups/levels.ts'
import { useRightsTexts } from './use-rights-texts.ts'

interface LevelControlProps {
  readonly label: string
  readonly level: Level | undefined
  readonly isOwn: boolean
  readonly isBlocked: boolean
  readonly describedBy: string
  readonly onLevel: (level: Level) => void
}

export function LevelControl({
  label,
  level,
  isOwn,
  isBlocked,
  describedBy,
  onLevel,
}: LevelControlProps) {
  const { levelText } = useRightsTexts()
  const name = useId()
  return (
    <div
      className="levels"
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      data-own={isOwn ? '' : undefined}
    >
      {LEVELS.map((each) => (
        <label key={each} className="level" data-level={each}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === level}
            disabled={isBlocked}
            onChange={() => onLevel(each)}
            onClick={() => each === level && !isOwn && onLevel(each)}
          />
          <span>{levelText(each)}</span>
        </label>
      ))}
    </div>
  )
}
