import type { I18n } from '../../lib/i18n.ts'
import {
  ACTIVITY_TEXTS,
  DASHBOARD_TEXTS,
  DISCLOSURE_TEXTS,
  ENDING_TEXTS,
  GUIDE_TEXTS,
  MESSAGE_TEXTS,
  NEWS_TEXTS,
  OPERATOR_TEXTS,
  QUESTION_TEXTS,
  SEARCH_TEXTS,
  SECURITY_TEXTS,
} from '../../locales/sources.ts'

export async function loadActivityDialog(i18n: I18n) {
  const [{ ActivityDialog }] = await Promise.all([
    import('../../features/dashboard/activity-dialog.tsx'),
    i18n.load(DASHBOARD_TEXTS),
  ])
  return { ActivityDialog }
}

export async function loadOwnActivity(i18n: I18n) {
  const [{ OwnActivityDialog }] = await Promise.all([
    import('../../features/audit/index.ts'),
    i18n.load(ACTIVITY_TEXTS),
  ])
  return { OwnActivityDialog }
}

export async function loadBrand() {
  const { BrandMark } = await import('../../room/brand/brand-mark.tsx')
  return { default: BrandMark }
}

export async function loadGuide(i18n: I18n) {
  const [{ GuideLayer }] = await Promise.all([
    import('../shell/guide-layer.tsx'),
    i18n.load(GUIDE_TEXTS),
  ])
  return { GuideLayer }
}

export async function loadSearch(i18n: I18n) {
  const [{ SearchBox, SearchResults }] = await Promise.all([
    import('../../features/search/index.ts'),
    i18n.load(SEARCH_TEXTS),
  ])
  return { SearchBox, SearchResults }
}

export async function loadPhaseBanner(i18n: I18n) {
  const [{ PhaseBanner }] = await Promise.all([
    import('../../features/closing/index.ts'),
    i18n.load(ENDING_TEXTS),
  ])
  return { PhaseBanner }
}

export async function loadOwnArchive(i18n: I18n) {
  const [{ ArchiveDialog }] = await Promise.all([
    import('../../features/closing/index.ts'),
    i18n.load(ENDING_TEXTS),
  ])
  return { ArchiveDialog }
}

export async function loadIndexDialog(i18n: I18n) {
  const [{ IndexDialog }] = await Promise.all([
    import('../../features/disclosure/index-dialog.tsx'),
    i18n.load(DISCLOSURE_TEXTS),
  ])
  return { IndexDialog }
}

export async function loadSelectionBar(i18n: I18n) {
  const [{ SelectionBar }] = await Promise.all([
    import('../../features/documents/selection/selection-bar.tsx'),
    i18n.load(NEWS_TEXTS),
  ])
  return { SelectionBar }
}

export async function loadContinueReading(i18n: I18n) {
  const [{ ContinueReading }] = await Promise.all([
    import('../../features/news/continue-reading.tsx'),
    i18n.load(NEWS_TEXTS),
  ])
  return { ContinueReading }
}

export async function loadPaceDialog(i18n: I18n) {
  const [{ PaceDialog }] = await Promise.all([
    import('../../features/news/pace-dialog.tsx'),
    i18n.load(NEWS_TEXTS),
  ])
  return { PaceDialog }
}

export async function loadSecurityDialog(i18n: I18n) {
  const [{ SecurityDialog }] = await Promise.all([
    import('../../features/security/index.ts'),
    i18n.load(SECURITY_TEXTS),
  ])
  return { SecurityDialog }
}

export async function loadMessages(i18n: I18n) {
  const [{ AttachmentDialog, MessageDialogs }] = await Promise.all([
    import('../../features/messages/index.ts'),
    i18n.load(MESSAGE_TEXTS),
  ])
  return { AttachmentDialog, MessageDialogs }
}

export async function loadThreadMatches(i18n: I18n) {
  const [{ ThreadMatches }] = await Promise.all([
    import('../../features/questions/thread-matches.tsx'),
    i18n.load(QUESTION_TEXTS),
  ])
  return { ThreadMatches }
}

export async function loadWriteQuestion(i18n: I18n) {
  const [{ WriteDialog }] = await Promise.all([
    import('../../features/questions/index.ts'),
    i18n.load(QUESTION_TEXTS),
  ])
  return { WriteDialog }
}

export async function loadNames(i18n: I18n) {
  const [{ NamesLayer, SetupLayer }] = await Promise.all([
    import('../shell/names-layer.tsx'),
    i18n.load(OPERATOR_TEXTS),
  ])
  return { NamesLayer, SetupLayer }
}

export const loadRightsDialog = () => import('../../features/rights/index.ts')

export const loadPublishingDialog = () => import('../../features/publishing/index.ts')
