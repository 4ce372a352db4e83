import { useLayoutEffect, useState } from 'react'
import { ActivityDialog, type ActivityDialogProps } from '../features/dashboard/activity-dialog.tsx'
import { DASHBOARD_TEXTS } from '../locales/dashboard.ts'
import { useHouse } from './house-context.ts'

/** The dialog with what it says, which nobody may have loaded yet. */
export function ActivityLayer(props: ActivityDialogProps) {
  const { i18n } = useHouse()
  const [hasTexts, setHasTexts] = useState(false)
  useLayoutEffect(() => {
    i18n.addTexts(DASHBOARD_TEXTS)
    setHasTexts(true)
  }, [i18n])
  return hasTexts && <ActivityDialog {...props} />
}
