import { useState } from 'react'
import { formatRoomTime } from '../../contract/core/room-time.ts'
import { sentenceOf } from '../../contract/features/activity/activity-sentences.ts'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { ScrollArea } from '../ui/list/scroll-area.tsx'
import type { PlacedEntry } from './check-files.ts'

const STEP = 100

interface EntryListProps {
  readonly entries: readonly PlacedEntry[]
  readonly count: number
  readonly zone: string
}

/** The file's texts are unsigned, so sentences use signed data. */
export function EntryList({ entries, count, zone }: EntryListProps) {
  const { t, language } = useTranslation()
  const [shown, setShown] = useState(STEP)
  return (
    <details className="verify-entries">
      <summary>{t('verify.entries', { count })}</summary>
      {entries.length < count && (
        <p className="meta">{t('verify.entriesKept', { kept: entries.length })}</p>
      )}
      <ScrollArea label={t('verify.entries', { count })} className="verify-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('verify.seq')}</th>
              <th scope="col">{t('verify.date', { zone })}</th>
              <th scope="col">{t('verify.name')}</th>
              <th scope="col">{t('verify.deed')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, shown).map(({ seq, entry }) => (
              <tr key={seq}>
                <td className="numbers">{seq}</td>
                <td className="numbers">{formatRoomTime(new Date(entry.at), language, zone)}</td>
                <td>{entry.doer.name || t('verify.machine')}</td>
                <td>{sentenceOf(entry.kind, entry.details, language, entry.viewAs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {shown < entries.length && (
        <Button size="small" onClick={() => setShown(shown + STEP)}>
          {t('verify.more')}
        </Button>
      )}
    </details>
  )
}
