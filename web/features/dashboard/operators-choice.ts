import { useSyncExternalStore } from 'react'
import { storedInTab } from '../../lib/browser/stored.ts'

const stored = storedInTab<boolean>('dashboard.operators', (value) =>
  typeof value === 'boolean' ? value : undefined,
)

export function useOperatorsChoice(): readonly [withOperators: boolean, toggle: () => void] {
  const withOperators = useSyncExternalStore(stored.subscribe, stored.read) ?? false
  return [withOperators, () => stored.write(!withOperators)]
}
