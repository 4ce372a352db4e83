import type { I18n } from '../lib/i18n.ts'
import { ACTIVITY_TEXTS, DASHBOARD_TEXTS } from '../locales/sources.ts'

// Dialogs that bring with them what is said in them.

export async function loadActivityDialog(i18n: I18n) {
  const [{ ActivityDialog }] = await Promise.all([import('../features/dashboard/activity-dialog.tsx'), i18n.load(DASHBOARD_TEXTS)])
  return { ActivityDialog }
}

export async function loadOwnActivity(i18n: I18n) {
  const [{ OwnActivityDialog }] = await Promise.all([import('../features/activity/index.ts'), i18n.load(ACTIVITY_TEXTS)])
  return { OwnActivityDialog }
}
