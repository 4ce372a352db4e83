import { useSyncExternalStore } from 'react'
import { storedInTab } from '../../lib/stored.ts'

const stored = storedInTab<boolean>('dashboard.operators', (value) => (typeof value === 'boolean' ? value : undefined))

/** Whether operators count among readers, as this tab has chosen: on the dashboard and in what it opens. */
export function useOperatorsChoice(): readonly [withOperators: boolean, toggle: () => void] {
  const withOperators = useSyncExternalStore(stored.subscribe, stored.read) ?? false
  return [withOperators, () => stored.write(!withOperators)]
}
