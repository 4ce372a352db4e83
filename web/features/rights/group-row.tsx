import { CalendarClock, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { LEVELS } from '../../../contract/features/groups/levels.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { NO_PERIOD } from '../../room/grants.ts'
import { Button } from '../../ui/button.tsx'
import { ColorDot } from '../../ui/list/color-dot.tsx'
import { type CellSummary, type Choice, type GroupCells, shownOf } from './cells.ts'
import { LevelControl } from './level-control.tsx'
import { isInPeriod } from './period.ts'
import { PeriodFields } from './period-fields.tsx'
import { useRightsTexts } from './use-rights-texts.ts'

interface GroupRowProps extends GroupCells {
  readonly choice: Choice | undefined
  readonly isBlocked: boolean
  readonly onChoice: (choice: Choice | undefined) => void
}

export function GroupRow({ group, cells, choice, isBlocked, onChoice }: GroupRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const shown = shownOf(cells, choice)
  const [isTimed, setTimed] = useState(false)
  const isRoot = cells.some(({ above }) => above === undefined)
  const setLevel = (level: Choice['level']) =>
    onChoice(level === null ? { level } : { ...choice, ...(level ? { level } : {}) })
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
    const level =
      event.ctrlKey || event.metaKey || event.altKey
        ? undefined
        : LEVELS[/^[0-4]$/.test(event.key) ? Number(event.key) : -1]
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (level === undefined && step === 0) return
    event.preventDefault()
    if (level === undefined) return moveFocus(event.currentTarget, step)
    setLevel(level)
    radioOf(event.currentTarget, `[value=${level}]`)?.focus()
  }
  return (
    <li
      className="rights-row"
      aria-labelledby={`${id}-name`}
      data-changed={choice ? '' : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="rights-group">
        <ColorDot color={group.color} />
        <span id={`${id}-name`} className="rights-name">
          {group.name}
        </span>
        <span className="meta numbers">{t('rights.members', { count: group.members })}</span>
      </div>
      <LevelControl
        label={t('rights.levelOf', { group: group.name })}
        level={shown.level}
        isOwn={shown.isOwn !== false}
        isBlocked={isBlocked}
        describedBy={`${id}-source`}
        onLevel={setLevel}
      />
      <div className="rights-below">
        <p id={`${id}-source`} className="rights-source meta">
          <SourceText
            shown={shown}
            isRoot={isRoot}
            isFolder={cells.some(({ item }) => item.isFolder)}
          />
        </p>
        {!isBlocked && (
          <span className="rights-tools">
            {shown.isOwn !== false && !isRoot && (
              <Button size="small" variant="quiet" icon={Undo2} onClick={() => setLevel(null)}>
                {t('rights.reset')}
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              icon={CalendarClock}
              aria-expanded={isTimed}
              onClick={() => setTimed(!isTimed)}
            >
              {t('rights.period')}
            </Button>
          </span>
        )}
      </div>
      {isTimed && !isBlocked && (
        <PeriodFields
          group={group.name}
          period={shown.period ?? NO_PERIOD}
          isRoot={isRoot}
          onPeriod={(period) =>
            onChoice(choice?.level === null ? { period } : { ...choice, period })
          }
        />
      )}
    </li>
  )
}

const radioOf = (row: Element, more = ''): HTMLInputElement | null =>
  row.querySelector(`input[type=radio]${more}`)

function moveFocus(row: Element, step: number): void {
  const next = step < 0 ? row.previousElementSibling : row.nextElementSibling
  if (next) (radioOf(next, ':checked') ?? radioOf(next))?.focus()
}

interface SourceProps {
  readonly shown: CellSummary
  readonly isRoot: boolean
  readonly isFolder: boolean
}

function SourceText({ shown, isRoot, isFolder }: SourceProps) {
  const { t } = useTranslation()
  const { sourceText, periodText } = useRightsTexts()
  const sourceOf = (): string => {
    if (isRoot) return t('rights.everywhere')
    if (shown.isOwn === undefined) return t('rights.someOwn')
    if (shown.isOwn) return t('rights.own')
    return shown.source ? sourceText(shown.source) : t('rights.fromAbove')
  }
  const nowIn = ({ level, period = NO_PERIOD }: CellSummary): readonly string[] => {
    if (level === undefined || level === 'none' || isInPeriod(period, systemClock.now())) return []
    const isOver =
      period.after === 'inherit' &&
      !isInPeriod({ from: null, until: period.until }, systemClock.now())
    return [t(isOver ? 'rights.overNow' : 'rights.notNow')]
  }
  const lines = [
    ...(shown.level === undefined ? [t('rights.mixed')] : []),
    sourceOf(),
    ...(shown.period
      ? [periodText(shown.period) ?? '', ...nowIn(shown)]
      : [t('rights.mixedPeriods')]),
    ...(shown.isPath ? [t('rights.path')] : []),
    ...(shown.level === 'none' && !shown.isPath && isFolder && shown.isOwn
      ? [t('rights.pathMaybe')]
      : []),
  ].filter((line) => line !== '')
  return lines.join(' · ')
}
