import { ChevronDown } from 'lucide-react'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import type { Thread } from '../threads-query.ts'
import { useThreadTexts } from '../use-thread-texts.ts'

export function ThreadHistory({ thread }: { readonly thread: Thread }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const texts = useThreadTexts()
  const { type, history } = thread
  const named = (state: Thread['state']): string => texts.state({ type, state })
  const wordsOf = ({ from, to }: Thread['history'][number]): string =>
    from === null || from === to
      ? t('questions.historyFirst', { to: named(to) })
      : t('questions.historyMove', { from: named(from), to: named(to) })
  return (
    <details className="thread-history">
      <summary>
        <ChevronDown />
        {t('questions.history')} <span className="meta numbers">{history.length}</span>
      </summary>
      <ol>
        {history.map((move) => (
          <li key={`${move.at}/${move.to}`}>
            <span className="meta numbers">{formatInstant(move.at, language)}</span>
            <span>
              {wordsOf(move)}
              {move.assignee !== undefined &&
                ` · ${t('questions.historyAssigned', { name: move.assignee })}`}
              {move.by !== null && ` · ${move.by}`}
              {move.reason !== undefined && (
                <span className="thread-reason">
                  {t('questions.historyReason', { reason: move.reason })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
