import './questions-card.css'
import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { QueryState } from '../../ui/state/query-state.tsx'
import { useSummary } from './threads-query.ts'

interface QuestionsCardProps {
  readonly roomId: number
  readonly way: (text: string) => ReactNode
}

const HOURS_OF_DAY = 24

export function QuestionsCard({ roomId, way }: QuestionsCardProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const query = useSummary(roomId)
  const { data } = query
  const mean = (hours: number | null): string => {
    if (hours === null) return '–'
    const isLong = hours >= 2 * HOURS_OF_DAY
    const shown = isLong
      ? t('questions.cardDays', { days: Math.round((hours / HOURS_OF_DAY) * 10) / 10 })
      : t('questions.cardHours', { hours })
    return t('questions.cardMean', { hours: shown })
  }
  const isUnused = data && data.open === 0 && data.topics.length === 0
  return (
    <section className="questions-card" aria-labelledby="questions-card">
      <div className="questions-card-head">
        <h2 id="questions-card">{t('questions.cardTitle')}</h2>
        {way(t('questions.openAll'))}
      </div>
      {!data ? (
        <QueryState query={query} count={4} />
      ) : isUnused ? (
        <p className="meta">{t('questions.cardNone')}</p>
      ) : (
        <>
          <dl className="questions-card-numbers">
            {(['open', 'overdue', 'unassigned', 'toApprove'] as const).map((name) => (
              <div key={name}>
                <dt>
                  {t(
                    `questions.card${name[0]?.toUpperCase()}${name.slice(1)}` as 'questions.cardOpen',
                  )}
                </dt>
                <dd
                  className={
                    name === 'overdue' && data.overdue > 0
                      ? 'numbers questions-card-late'
                      : 'numbers'
                  }
                >
                  {data[name]}
                </dd>
              </div>
            ))}
          </dl>
          {data.oldest && (
            <p className="meta numbers">
              {t('questions.cardOldest')}:{' '}
              {t('questions.cardOldestValue', {
                number: data.oldest.number,
                date: formatInstant(data.oldest.since, language),
              })}
            </p>
          )}
          <Times
            label={t('questions.cardTopics')}
            rows={data.topics.map(({ topic, ...times }) => ({
              name: topic?.name ?? t('questions.topicNone'),
              ...times,
            }))}
            mean={mean}
          />
          <Times
            label={t('questions.cardExperts')}
            rows={data.experts.map(({ person, ...times }) => ({ name: person.name, ...times }))}
            mean={mean}
          />
        </>
      )}
    </section>
  )
}

interface TimesProps {
  readonly label: string
  readonly rows: readonly {
    readonly name: string
    readonly open: number
    readonly meanHours: number | null
  }[]
  readonly mean: (hours: number | null) => string
}

const ROWS_MAX = 6

function Times({ label, rows, mean }: TimesProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <>
      <h3 className="questions-card-label">{label}</h3>
      <ul className="questions-card-rows">
        {rows.slice(0, ROWS_MAX).map(({ name, open, meanHours }) => (
          <li key={name}>
            <span className="ellipsis" title={name}>
              {name}
            </span>
            <span className="meta numbers">{t('questions.cardRow', { open })}</span>
            <span className="numbers">{mean(meanHours)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
