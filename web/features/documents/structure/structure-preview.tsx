import { Download } from 'lucide-react'
import type { CSSProperties } from 'react'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { structureCsv } from './structure-csv.ts'
import type { Structure, StructureRow } from './use-structure.ts'

const TONES = {
  new: 'ok',
  same: 'neutral',
  expected: 'warn',
  document: 'neutral',
  error: 'danger',
} as const

interface StructurePreviewProps {
  readonly structure: Structure
  readonly isFile: boolean
  readonly name: string
}

export function StructurePreview({
  structure: { rows, counts },
  isFile,
  name,
}: StructurePreviewProps) {
  const { t } = useTranslation()
  const wrong = rows.filter(({ change }) => change === 'error')
  const shown = rows.filter(({ change }) => change !== 'document')
  const save = () => {
    const folders = shown.map(({ level, name: folder }) => [level, folder] as const)
    saveFile(structureCsv([t('structure.headLevel'), t('structure.headName')], folders, name))
  }
  return (
    <>
      <div className="structure-counts">
        <p className="numbers" role="status">
          {t('structure.counts', { made: counts.new, kept: counts.same })}
          {counts.expected > 0 && ` · ${t('structure.expected', { count: counts.expected })}`}
          {counts.document > 0 && ` · ${t('structure.documents', { count: counts.document })}`}
        </p>
        {!isFile && (
          <Button size="small" variant="quiet" icon={Download} onClick={save}>
            {t('structure.saveTable')}
          </Button>
        )}
      </div>
      {wrong.length > 0 && <Errors rows={wrong} />}
      <ScrollArea className="structure-tree" label={t('structure.preview')}>
        <ul>
          {shown.map((row) => (
            <TreeRow key={`${row.row}.${row.level}`} row={row} />
          ))}
        </ul>
      </ScrollArea>
    </>
  )
}

function TreeRow({ row: { level, name, change } }: { readonly row: StructureRow }) {
  const { t } = useTranslation()
  return (
    <li
      style={{ '--level': Math.max(0, level - 1) } as CSSProperties}
      data-level={level}
      data-change={change}
    >
      <span className="hidden">{t('structure.level', { level })}</span>
      <span className="structure-name">{name === '' ? '–' : name}</span>
      <Chip tone={TONES[change]} text={t(`structure.change_${change}`)} />
    </li>
  )
}

const ERRORS_SHOWN = 100

function Errors({ rows }: { readonly rows: readonly StructureRow[] }) {
  const { t } = useTranslation()
  return (
    <section
      className="structure-errors"
      role="alert"
      aria-label={t('structure.errors', { count: rows.length })}
    >
      <p>{t('structure.errors', { count: rows.length })}</p>
      <ul>
        {rows.slice(0, ERRORS_SHOWN).map(({ row, level, name, reason = '' }) => (
          <li key={`${row}.${level}`}>
            <span className="numbers">{t('structure.row', { row })}</span>{' '}
            {name !== '' && <strong>{name}</strong>} {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
