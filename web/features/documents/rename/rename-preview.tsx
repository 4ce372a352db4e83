import { ArrowRight } from 'lucide-react'
import type {
  RenameObstacle,
  RenameResult,
} from '../../../../contract/features/documents/renaming.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'

export interface PreviewRow {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly result: RenameResult | undefined
}

export const isRefused = ({ result }: PreviewRow): boolean => result?.outcome === 'refused'

interface RenamePreviewProps {
  readonly label: string
  readonly rows: readonly PreviewRow[]
}

export function RenamePreview({ label, rows }: RenamePreviewProps) {
  return (
    <ScrollArea className="renaming-preview" label={label}>
      <ol>
        {rows.map((row) => (
          <Row key={row.id} {...row} />
        ))}
      </ol>
    </ScrollArea>
  )
}

function Row({ from, to, result }: PreviewRow) {
  const { t } = useTranslation()
  const textOf: Record<RenameObstacle, string> = {
    NAME_UNUSABLE: t('renaming.unusable'),
    EXTENSION_FIXED: t('renaming.extension'),
    NAME_EXISTS: t('renaming.exists'),
    NAME_TWICE: t('renaming.twice'),
    NAME_CHANGED: t('renaming.changed'),
  }
  const problem = result?.reason && textOf[result.reason]
  const isSame = from === to && problem === undefined
  return (
    <li className={problem === undefined ? undefined : 'renaming-refused'}>
      <span className="renaming-from">{from}</span>
      {isSame ? (
        <span className="renaming-same">{t('renaming.same')}</span>
      ) : (
        <span className="renaming-to">
          <ArrowRight role="img" aria-label={t('renaming.becomes')} />
          <span>
            {to}
            {problem !== undefined && <span className="renaming-problem">{problem}</span>}
          </span>
        </span>
      )}
    </li>
  )
}
