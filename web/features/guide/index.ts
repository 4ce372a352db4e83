export { useClosedGuides } from './closed-query.ts'
export { FirstSteps } from './first-steps.tsx'
export { GuideCards } from './guide-cards.tsx'
export { cardsByThemselves, GUIDES, helpAt, type ManualPlace, type ShownCard } from './guides.ts'
