import { ChevronsUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { dayOf, formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Chip } from '../../../ui/list/chip.tsx'
import { GroupName } from '../../../ui/list/group-name.tsx'
import type { ThreadRow } from '../threads-query.ts'
import { useThreadTexts } from '../use-thread-texts.ts'

interface ThreadListProps {
  readonly rows: readonly ThreadRow[]
  readonly openId: string | undefined
  readonly chosen: ReadonlySet<string>
  readonly isStale: boolean
  readonly onOpen: (id: string) => void
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly more: ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export function ThreadList({
  rows,
  openId,
  chosen,
  isStale,
  onOpen,
  onChoose,
  more,
}: ThreadListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const last = useRef<string>(undefined)
  const walk = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.question-row') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const step = STEPS[event.key]
    const next = step === undefined ? { Home: 0, End: buttons.length - 1 }[event.key] : at + step
    if (at < 0 || next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  const choose = (id: string, isRange: boolean) => {
    const ids = rows.map((row) => row.id)
    const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)]
    const range =
      isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    const next = new Set(chosen)
    const isChosen = chosen.has(id)
    for (const each of range) {
      if (isChosen) next.delete(each)
      else next.add(each)
    }
    last.current = id
    onChoose(next)
  }
  return (
    <div className="questions-rows">
      <ul ref={list} aria-label={t('questions.list')} aria-busy={isStale} onKeyDown={walk}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            isOpen={row.id === openId}
            isChosen={chosen.has(row.id)}
            onOpen={() => onOpen(row.id)}
            onChoose={(isRange) => choose(row.id, isRange)}
          />
        ))}
      </ul>
      {more && <div className="questions-more">{more}</div>}
    </div>
  )
}

interface RowProps {
  readonly row: ThreadRow
  readonly isOpen: boolean
  readonly isChosen: boolean
  readonly onOpen: () => void
  readonly onChoose: (isRange: boolean) => void
}

function Row({ row, isOpen, isChosen, onOpen, onChoose }: RowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const texts = useThreadTexts()
  const { number, title, unread, group, topic, priority, due, assignee, updatedAt } = row
  const isLate = due !== null && due < dayOf(systemClock.now()) && texts.tone(row) !== 'ok'
  return (
    <li className={isChosen ? 'question-item question-chosen' : 'question-item'}>
      <input
        type="checkbox"
        aria-label={t('questions.select', { number })}
        checked={isChosen}
        onChange={() => undefined}
        onClick={(event) => onChoose(event.shiftKey)}
      />
      <button
        type="button"
        className="question-row"
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className="question-line">
          <span
            className={
              unread ? 'question-number numbers question-unread' : 'question-number numbers'
            }
          >
            {number}
            {unread && <span className="hidden">{t('questions.viewUnread')}</span>}
          </span>
          <Chip tone={texts.tone(row)} text={texts.state(row)} />
          {priority === 'HIGH' && (
            <span className="question-high" title={t('questions.priorityHIGH')}>
              <ChevronsUp aria-label={t('questions.priorityHIGH')} />
            </span>
          )}
          <span className="question-date meta numbers">{formatInstant(updatedAt, language)}</span>
        </span>
        <span className={unread ? 'question-title question-title-unread' : 'question-title'}>
          {title}
        </span>
        <span className="question-about meta">
          {group && <GroupName group={group} />}
          {topic && <span className="ellipsis">{topic.name}</span>}
          {assignee !== undefined && (
            <span className="ellipsis">{assignee?.name ?? t('questions.assigneeNone')}</span>
          )}
          {due !== null && (
            <span className={isLate ? 'numbers question-late' : 'numbers'}>
              {t('questions.dueAt', { day: due })}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
