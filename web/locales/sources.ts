export const ROOM_TEXTS = { ko: () => import('./room.ko.ts'), en: () => import('./room.en.ts') }

export const OPERATOR_TEXTS = {
  ko: () => import('./operator.ko.ts'),
  en: () => import('./operator.en.ts'),
}

export const OWN_ROOMS_TEXTS = {
  ko: () => import('./own-rooms.ko.ts'),
  en: () => import('./own-rooms.en.ts'),
}

export const SIGN_ON_TEXTS = {
  ko: () => import('./sign-on.ko.ts'),
  en: () => import('./sign-on.en.ts'),
}

export const STEP_TEXTS = { ko: () => import('./step.ko.ts'), en: () => import('./step.en.ts') }

export const SECURITY_TEXTS = {
  ko: () => import('./security.ko.ts'),
  en: () => import('./security.en.ts'),
}

export const ACTIVITY_TEXTS = {
  ko: () => import('./activity.ko.ts'),
  en: () => import('./activity.en.ts'),
}

export const DASHBOARD_TEXTS = {
  ko: () => import('./dashboard.ko.ts'),
  en: () => import('./dashboard.en.ts'),
}

export const GUIDE_TEXTS = { ko: () => import('./guide.ko.ts'), en: () => import('./guide.en.ts') }

export const MANUAL_TEXTS = {
  ko: () => import('./manual.ko.ts'),
  en: () => import('./manual.en.ts'),
}

export const MATRIX_TEXTS = {
  ko: () => import('./matrix.ko.ts'),
  en: () => import('./matrix.en.ts'),
}

export const SEARCH_TEXTS = {
  ko: () => import('./search.ko.ts'),
  en: () => import('./search.en.ts'),
}

export const NEWS_TEXTS = { ko: () => import('./news.ko.ts'), en: () => import('./news.en.ts') }

export const QUESTION_TEXTS = {
  ko: () => import('./questions.ko.ts'),
  en: () => import('./questions.en.ts'),
}

export const MESSAGE_TEXTS = {
  ko: () => import('./messages.ko.ts'),
  en: () => import('./messages.en.ts'),
}

export const COMPOSE_TEXTS = {
  ko: () => import('./compose.ko.ts'),
  en: () => import('./compose.en.ts'),
}

export const SIGN_TEXTS = { ko: () => import('./sign.ko.ts'), en: () => import('./sign.en.ts') }

export const DISCLOSURE_TEXTS = {
  ko: () => import('./disclosure.ko.ts'),
  en: () => import('./disclosure.en.ts'),
}

export const ENDING_TEXTS = {
  ko: () => import('./ending.ko.ts'),
  en: () => import('./ending.en.ts'),
}

export const CONSOLE_TEXTS = {
  ko: () => import('./console.ko.ts'),
  en: () => import('./console.en.ts'),
}
