import { useTranslation } from '../../lib/i18n.ts'
import { Switch } from '../../ui/switch.tsx'
import { useOperatorsChoice } from './operators-choice.ts'

/** Has operators count among readers, who are left out of these lists at first. */
export function OperatorsSwitch() {
  const { t } = useTranslation()
  const [withOperators, toggle] = useOperatorsChoice()
  const text = t('dashboard.withOperators')
  return <Switch isOn={withOperators} label={text} text={text} onToggle={toggle} />
}
