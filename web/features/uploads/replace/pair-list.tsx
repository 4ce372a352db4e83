import { ArrowRight } from 'lucide-react'
import type { MatchingDocument } from '../../../../contract/features/documents/matches.ts'
import { formatSize } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import type { Decision, Pair } from './pair-files.ts'

interface PairListProps {
  readonly label: string
  readonly pairs: readonly Pair[]
  readonly onChoose: (name: string, decision: Decision) => void
}

const UNDECIDED = ''

export function PairList({ label, pairs, onChoose }: PairListProps) {
  return (
    <ScrollArea className="replacing-list" label={label}>
      <ol>
        {pairs.map((pair) => (
          <Row key={pair.name} pair={pair} onChoose={(decision) => onChoose(pair.name, decision)} />
        ))}
      </ol>
    </ScrollArea>
  )
}

const placeOf = ({ path, name, index }: MatchingDocument): string =>
  [index, [...path, name].join(' / ')].filter(Boolean).join('  ')

function Row({
  pair,
  onChoose,
}: {
  readonly pair: Pair
  readonly onChoose: (decision: Decision) => void
}) {
  const { t } = useTranslation()
  const { name, file, state, documents, isMore, decision, refusal } = pair
  const value = typeof decision === 'object' ? String(decision.documentId) : (decision ?? UNDECIDED)
  const isOpen = decision === undefined
  return (
    <li data-open={isOpen || undefined}>
      <span className="replacing-file">
        {name}
        <span className="meta numbers">{formatSize(file.size)}</span>
      </span>
      <ArrowRight aria-hidden="true" />
      <span className="replacing-target">
        {state === 'refused' ? (
          <span className="replacing-problem">{refusal}</span>
        ) : (
          <>
            <select
              className="field field-small"
              aria-label={t('replacing.targetOf', { name })}
              value={value}
              onChange={({ currentTarget }) => onChoose(decisionOf(currentTarget.value))}
            >
              {isOpen && <option value={UNDECIDED}>{t('replacing.choose')}</option>}
              {documents.map((each) => (
                <option key={each.id} value={each.id}>
                  {placeOf(each)}
                </option>
              ))}
              <option value="new">{t('replacing.asNew')}</option>
              <option value="leave">{t('replacing.leave')}</option>
            </select>
            <span className={isOpen ? 'replacing-problem' : 'meta'}>
              {t(`replacing.state_${state}`)}
              {isMore && ` ${t('replacing.more')}`}
            </span>
          </>
        )}
      </span>
    </li>
  )
}

function decisionOf(value: string): Decision {
  if (value === UNDECIDED) return undefined
  return value === 'new' || value === 'leave' ? value : { documentId: Number(value) }
}
