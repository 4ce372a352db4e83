import { useTranslation } from '../../../lib/i18n.ts'
import { Switch } from '../../../ui/field/switch.tsx'

interface WatermarkSwitchProps {
  readonly isOn: boolean
  readonly onToggle: () => void
}

export function WatermarkSwitch({ isOn, onToggle }: WatermarkSwitchProps) {
  const { t } = useTranslation()
  const text = `${t('compose.waterMark')} ${t(isOn ? 'compose.on' : 'compose.off')}`
  return (
    <>
      <Switch label={text} text={text} isOn={isOn} onToggle={onToggle} />
      <p className="meta">{t('compose.waterMarkHint')}</p>
    </>
  )
}
