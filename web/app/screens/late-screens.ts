import type { ReactNode } from 'react'
import type { I18n } from '../../lib/i18n.ts'
import {
  ACTIVITY_TEXTS,
  COMPOSE_TEXTS,
  DASHBOARD_TEXTS,
  DISCLOSURE_TEXTS,
  ENDING_TEXTS,
  GUIDE_TEXTS,
  MATRIX_TEXTS,
  NEWS_TEXTS,
  OPERATOR_TEXTS,
  OWN_ROOMS_TEXTS,
  QUESTION_TEXTS,
  ROOM_TEXTS,
  SIGN_ON_TEXTS,
  STEP_TEXTS,
} from '../../locales/sources.ts'
import type { ReturnTarget } from '../return-to.ts'

export async function loadInside(i18n: I18n) {
  const [{ Inside }] = await Promise.all([import('../inside.tsx'), i18n.load(ROOM_TEXTS)])
  return { Inside }
}

export async function loadStep(i18n: I18n) {
  const [{ StepScreen }] = await Promise.all([import('./step-screen.tsx'), i18n.load(STEP_TEXTS)])
  return { StepScreen }
}

export async function loadSignOn(i18n: I18n) {
  const [{ SignOnScreen }] = await Promise.all([
    import('./public/sign-on-screen.tsx'),
    i18n.load(SIGN_ON_TEXTS),
  ])
  return { SignOnScreen }
}

/** The call before it succeeded, so the network works. */
export const keepForMail = (wanted: ReturnTarget | undefined) =>
  void import('../kept-place.ts').then(({ keepPlace }) => keepPlace('browser', wanted))

/** The entrance works without the buttons. */
export async function loadSignOnButtons(i18n: I18n): Promise<{ default: () => ReactNode }> {
  try {
    const [{ AccountEntry }] = await Promise.all([
      import('./public/account-entry.tsx'),
      i18n.load(SIGN_ON_TEXTS),
    ])
    return { default: AccountEntry }
  } catch {
    return { default: () => null }
  }
}

export async function loadPassedRoom(
  i18n: I18n,
): Promise<{ default: (props: { readonly passed: string }) => ReactNode }> {
  try {
    const [{ PassedRoom }] = await Promise.all([
      import('./public/passed-room.tsx'),
      i18n.load(OWN_ROOMS_TEXTS),
    ])
    return { default: PassedRoom }
  } catch {
    return { default: () => null }
  }
}

export async function loadRooms(i18n: I18n) {
  const [{ RoomsScreen }] = await Promise.all([
    import('./public/rooms-screen.tsx'),
    i18n.load(OWN_ROOMS_TEXTS),
  ])
  return { RoomsScreen }
}

export async function loadOperatorArea(i18n: I18n) {
  const [{ OperatorArea }] = await Promise.all([
    import('./operator-area.tsx'),
    i18n.load(OPERATOR_TEXTS),
  ])
  return { OperatorArea }
}

export async function loadDashboard(i18n: I18n) {
  const texts = [DASHBOARD_TEXTS, GUIDE_TEXTS, QUESTION_TEXTS]
  const [{ DashboardScreen }] = await Promise.all([
    import('./dashboard-screen.tsx'),
    ...texts.map((source) => i18n.load(source)),
  ])
  return { DashboardScreen }
}

export async function loadHistory(i18n: I18n) {
  const [{ HistoryScreen }] = await Promise.all([
    import('./history-screen.tsx'),
    i18n.load(ACTIVITY_TEXTS),
  ])
  return { HistoryScreen }
}

export async function loadPermissions(i18n: I18n) {
  const [{ PermissionsScreen }] = await Promise.all([
    import('./permissions-screen.tsx'),
    i18n.load(MATRIX_TEXTS),
  ])
  return { PermissionsScreen }
}

export async function loadDisclosure(i18n: I18n) {
  const [{ DisclosureScreen }] = await Promise.all([
    import('./disclosure-screen.tsx'),
    i18n.load(DISCLOSURE_TEXTS),
  ])
  return { DisclosureScreen }
}

export async function loadNews(i18n: I18n) {
  const [{ AreaNewsScreen, NewsScreen }] = await Promise.all([
    import('./news-screen.tsx'),
    i18n.load(NEWS_TEXTS),
  ])
  return { AreaNewsScreen, NewsScreen }
}

export async function loadQuestions(i18n: I18n) {
  const [{ AreaQuestionsScreen, QuestionsScreen }] = await Promise.all([
    import('./questions-screen.tsx'),
    i18n.load(QUESTION_TEXTS),
  ])
  return { AreaQuestionsScreen, QuestionsScreen }
}

export async function loadEnding(i18n: I18n) {
  const [{ EndingScreen }] = await Promise.all([
    import('./ending-screen.tsx'),
    i18n.load(ENDING_TEXTS),
  ])
  return { EndingScreen }
}

export async function loadEnded(i18n: I18n) {
  const [{ EndedPage }] = await Promise.all([
    import('../../features/closing/index.ts'),
    i18n.load(ENDING_TEXTS),
  ])
  return { EndedPage }
}

export async function loadCompose(i18n: I18n) {
  const texts = [ROOM_TEXTS, OPERATOR_TEXTS, COMPOSE_TEXTS]
  const [{ ComposeWorkplace }] = await Promise.all([
    import('../compose/compose-workplace.tsx'),
    ...texts.map((source) => i18n.load(source)),
  ])
  return { ComposeWorkplace }
}
