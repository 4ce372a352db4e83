import type { I18n } from '../lib/i18n.ts'

/** The manual with what it says, in whatever way somebody comes to it. */
export async function loadManual(i18n: I18n) {
  const [{ ManualDialog }, { MANUAL_TEXTS }] = await Promise.all([
    import('../features/guide/manual-dialog.tsx'),
    import('../locales/manual.ts'),
  ])
  i18n.addTexts(MANUAL_TEXTS)
  return { ManualDialog }
}
