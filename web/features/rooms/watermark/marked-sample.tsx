import './marked-sample.css'
import {
  layoutWatermark,
  type WatermarkLayer,
  type WatermarkRun,
  type WatermarkStyle,
} from '../../../../paper/watermark/layout.ts'
import { useTranslation } from '../../../lib/i18n.ts'

interface MarkedSampleProps {
  readonly text: string
  readonly style: WatermarkStyle
}

/** A4 landscape in points is readable without scrolling. */
const PAGE = { width: 842, height: 595 }
const [MARGIN, LEADING] = [72, 26]
const ROWS = [
  ['2023', '2024', '2025'],
  ['128,450,127', '141,927,380', '156,308,914'],
  ['17,209,645', '19,336,082', '22,870,351'],
  ['12,988,706', '14,415,923', '17,061,248'],
] as const
const NAMES = ['row0', 'row1', 'row2', 'row3'] as const

export function MarkedSample({ text, style }: MarkedSampleProps) {
  const [fine, ...large] = layoutWatermark(PAGE, { text, style })
  const viewBox = `0 0 ${PAGE.width} ${PAGE.height}`
  return (
    <div className="marked-sample">
      <svg viewBox={viewBox} aria-hidden="true">
        <SampleText />
        {large.map((layer) => (
          <Layer key={layer.runs.map((run) => run.text).join('')} layer={layer} />
        ))}
      </svg>
      <svg viewBox={viewBox} role="img" aria-label={text}>
        {fine && <Layer layer={fine} />}
      </svg>
    </div>
  )
}

function Layer({
  layer: { runs, fontSize, angle, places, colors },
}: {
  readonly layer: WatermarkLayer
}) {
  const colorOf = (tone: WatermarkRun['tone']) =>
    `rgb(${colors.onLight[tone].rgb.join(' ')} / ${colors.onLight[tone].opacity})`
  return places.map(({ x, y }) => (
    <text
      key={`${x} ${y}`}
      fontSize={fontSize}
      transform={`translate(${x} ${y}) rotate(${angle})`}
      textAnchor="middle"
      dominantBaseline="central"
    >
      {runs.map((run) => (
        <tspan
          key={run.text}
          fill={colorOf(run.tone)}
          fontWeight={run.tone === 'accent' ? 600 : undefined}
        >
          {run.text}
        </tspan>
      ))}
    </text>
  ))
}

function SampleText() {
  const { t } = useTranslation()
  const at = (line: number) => MARGIN + line * LEADING
  return (
    <g className="marked-sample-text">
      <text x={MARGIN} y={at(0)} className="marked-sample-title">
        {t('watermark.sampleTitle')}
      </text>
      {(['sample1', 'sample2', 'sample3', 'sample4'] as const).map((name, line) => (
        <text key={name} x={MARGIN} y={at(line + 2)}>
          {t(`watermark.${name}`)}
        </text>
      ))}
      {NAMES.map((name, row) => (
        <g key={name}>
          <text x={MARGIN} y={at(row + 8)}>
            {t(`watermark.${name}`)}
          </text>
          {ROWS[row]?.map((figure, column) => (
            <text
              key={figure}
              x={PAGE.width - MARGIN - (2 - column) * 130}
              y={at(row + 8)}
              textAnchor="end"
            >
              {figure}
            </text>
          ))}
          <line x1={MARGIN} x2={PAGE.width - MARGIN} y1={at(row + 8) + 8} y2={at(row + 8) + 8} />
        </g>
      ))}
    </g>
  )
}
