import { useTranslation } from '../../lib/i18n.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { useOperatorsChoice } from './operators-choice.ts'

export function OperatorsSwitch() {
  const { t } = useTranslation()
  const [withOperators, toggle] = useOperatorsChoice()
  const text = t('dashboard.withOperators')
  return <Switch isOn={withOperators} label={text} text={text} onToggle={toggle} />
}
