import './about-parts.css'
import { useTranslation } from '../../lib/i18n.ts'
import { CloudDrawing, OperatorDrawing, ParticipantDrawing, SecurityDrawing } from './drawings.tsx'

const PARTS = [
  { name: 'cloud', Drawing: CloudDrawing },
  { name: 'operator', Drawing: OperatorDrawing },
  { name: 'participant', Drawing: ParticipantDrawing },
  { name: 'security', Drawing: SecurityDrawing },
] as const

export function AboutParts() {
  const { t } = useTranslation()
  return (
    <dl className="about-parts">
      {PARTS.map(({ name, Drawing }) => (
        <div key={name}>
          <dt>
            <Drawing />
            {t(`about.${name}Title`)}
          </dt>
          <dd>{t(`about.${name}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
