import { useSyncExternalStore } from 'react'
import { storedInBrowser } from './stored.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

const stored = storedInBrowser<Theme>('theme', (value) => (isTheme(value) ? value : undefined))

const currentTheme = (): Theme => stored.read() ?? 'system'

function apply(): void {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function startTheme(): void {
  apply()
  stored.subscribe(apply)
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(stored.subscribe, currentTheme), stored.write]
}
