import type { I18n } from '../../lib/i18n.ts'
import { MANUAL_TEXTS } from '../../locales/sources.ts'

export async function loadManual(i18n: I18n) {
  const [{ ManualDialog }] = await Promise.all([
    import('../../features/guide/manual-dialog.tsx'),
    i18n.load(MANUAL_TEXTS),
  ])
  return { ManualDialog }
}
