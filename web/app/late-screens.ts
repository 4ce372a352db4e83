import type { I18n } from '../lib/i18n.ts'

// Screens that bring with them what is said on them.

export async function loadInside(i18n: I18n) {
  const [{ Inside }, { ROOM_TEXTS }] = await Promise.all([import('./inside.tsx'), import('../locales/room.ts')])
  i18n.addTexts(ROOM_TEXTS)
  return { Inside }
}

export async function loadStep(i18n: I18n) {
  const [{ StepScreen }, { STEP_TEXTS }] = await Promise.all([import('./step-screen.tsx'), import('../locales/step.ts')])
  i18n.addTexts(STEP_TEXTS)
  return { StepScreen }
}

export async function loadDashboard(i18n: I18n) {
  const [{ DashboardScreen }, { DASHBOARD_TEXTS }] = await Promise.all([
    import('./dashboard-screen.tsx'),
    import('../locales/dashboard.ts'),
  ])
  i18n.addTexts(DASHBOARD_TEXTS)
  return { DashboardScreen }
}

/** What lists of activity say. */
async function loadActivityTexts(i18n: I18n): Promise<void> {
  const { ACTIVITY_TEXTS } = await import('../locales/activity.ts')
  i18n.addTexts(ACTIVITY_TEXTS)
}

export async function loadHistory(i18n: I18n) {
  const [{ HistoryScreen }] = await Promise.all([import('./history-screen.tsx'), loadActivityTexts(i18n)])
  return { HistoryScreen }
}

export async function loadOwnActivity(i18n: I18n) {
  const [{ OwnActivityDialog }] = await Promise.all([import('../features/activity/index.ts'), loadActivityTexts(i18n)])
  return { OwnActivityDialog }
}

export async function loadMessages(i18n: I18n) {
  const [{ MessageDialogs }, { MESSAGE_TEXTS }] = await Promise.all([
    import('../features/messages/index.ts'),
    import('../locales/messages.ts'),
  ])
  i18n.addTexts(MESSAGE_TEXTS)
  return { MessageDialogs }
}
