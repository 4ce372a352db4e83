import { Table2 } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { type Translate, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import type { ItemActivity } from '../dashboard-query.ts'
import { useDuration } from '../duration.ts'
import { axisPages, type HeatCell, heatCells, hottest } from './heat.ts'

type PageTimes = ItemActivity['pages']

interface PageHeatProps {
  readonly pages: PageTimes
  readonly pageCount: number
}

export function PageHeat({ pages, pageCount }: PageHeatProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <div className="activity-pages">
      <div className="dashboard-panel-head">
        <h3 id={`${id}-title`}>{t('dashboard.pages')}</h3>
        <Button
          size="small"
          variant="quiet"
          icon={Table2}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {t('dashboard.asTable')}
        </Button>
      </div>
      {isTable ? (
        <PageTable pages={pages} labelledBy={`${id}-title`} />
      ) : (
        <HeatStrip pages={pages} pageCount={pageCount} labelledBy={`${id}-title`} />
      )}
    </div>
  )
}

interface PagesProps {
  readonly pages: PageTimes
  readonly labelledBy: string
}

const pageText = ({ first, last }: HeatCell, t: Translate): string =>
  first === last ? t('dashboard.page', { page: first }) : t('dashboard.pageRange', { first, last })

function HeatStrip({ pages, pageCount, labelledBy }: PagesProps & PageHeatProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  const cells = heatCells(pages, pageCount)
  const last = cells.at(-1)?.last ?? 1
  const [chosen, setChosen] = useState<number>()
  const at = Math.min(chosen ?? hottest(cells), cells.length - 1)
  const cell = cells[at]
  const text =
    cell && t('dashboard.pageText', { page: pageText(cell, t), time: duration(cell.seconds) })
  return (
    <div className="dashboard-heat" style={{ '--heat-cells': cells.length } as CSSProperties}>
      <div className="dashboard-heat-strip">
        <svg viewBox={`0 0 ${cells.length} 1`} preserveAspectRatio="none" aria-hidden="true">
          {cells.map(({ first, level }, index) => (
            <rect
              key={first}
              className={`dashboard-heat-${level}`}
              x={index}
              width="1"
              height="1"
            />
          ))}
        </svg>
        <input
          type="range"
          min={1}
          max={cells.length}
          step={1}
          value={at + 1}
          aria-labelledby={labelledBy}
          aria-valuetext={text}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value) - 1)}
        />
      </div>
      <ol className="dashboard-heat-axis meta numbers" aria-hidden="true">
        {axisPages(last).map((page) => (
          <li key={page} style={{ '--heat-at': (page - 0.5) / last } as CSSProperties}>
            {page === 1 ? t('dashboard.page', { page }) : t('dashboard.value', { value: page })}
          </li>
        ))}
      </ol>
      <p className="meta numbers" aria-hidden="true">
        {text}
      </p>
    </div>
  )
}

function PageTable({ pages, labelledBy }: PagesProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  return (
    <ScrollArea className="dashboard-scroll" label={t('dashboard.pages')}>
      <table className="dashboard-table" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.pageHead')}</th>
            <th scope="col" className="dashboard-figure">
              {t('dashboard.time')}
            </th>
          </tr>
        </thead>
        <tbody>
          {pages.map(({ page, seconds }) => (
            <tr key={page}>
              <th scope="row" className="numbers">
                {t('dashboard.page', { page })}
              </th>
              <td className="dashboard-figure numbers">{duration(seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
