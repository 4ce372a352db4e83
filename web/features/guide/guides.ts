import type { GuideCard } from '../../../contract/features/guides.ts'

export const GUIDES = {
  1: ['viewing'],
  2: ['uploadFiles', 'uploadRoom'],
  3: ['invitation'],
  4: ['activity'],
  5: ['asking'],
  6: ['answering'],
} as const satisfies Readonly<Record<number, readonly GuideCard[]>>

export type GuideNumber = keyof typeof GUIDES
export type ShownCard = (typeof GUIDES)[GuideNumber][number]

/** 0 is closed, 1 main menu, 2 summary, 3 access, 4 user, 5 manager. */
export type ManualNumber = 0 | 1 | 2 | 3 | 4 | 5

export interface ManualPlace {
  readonly number: ManualNumber
  readonly tab?: ManualTab
}

export type ManualTab =
  | 'access'
  | 'authentication'
  | 'documentBox'
  | 'documentView'
  | 'dashboard'
  | 'upload'
  | 'invitation'
  | 'activity'

export type Help =
  | { readonly guide: GuideNumber; readonly showsItself: boolean }
  | { readonly guide?: undefined; readonly manual: ManualPlace }

const OF_SCREENS: Readonly<Record<string, Help>> = {
  '/': { guide: 1, showsItself: true },
  '/admin/upload': { guide: 2, showsItself: true },
  '/admin/invitation': { guide: 3, showsItself: true },
  '/admin/history': { guide: 4, showsItself: true },
  '/questions': { guide: 5, showsItself: true },
  '/admin/questions': { guide: 6, showsItself: true },
  '/admin/dashboard': { guide: 4, showsItself: false },
  '/admin/permissions': { manual: { number: 5, tab: 'invitation' } },
  '/new': { guide: 1, showsItself: false },
  '/admin/new': { manual: { number: 5, tab: 'upload' } },
  '/admin/staged': { manual: { number: 5, tab: 'upload' } },
  '/admin/trash': { manual: { number: 5, tab: 'upload' } },
}

export function helpAt(path: string, isGated: boolean): Help {
  if (isGated) return { manual: { number: 3, tab: 'authentication' } }
  return OF_SCREENS[path] ?? { manual: { number: 1 } }
}

export function cardsByThemselves(
  help: Help,
  closed: readonly GuideCard[] | undefined,
): readonly ShownCard[] {
  if (help.guide === undefined || !help.showsItself || closed === undefined) return []
  return GUIDES[help.guide].filter((card) => !closed.includes(card))
}
