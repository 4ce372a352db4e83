export { MailedPage } from './mailed-page.tsx'
export type { NewsLink } from './news-list.tsx'
export { NewsPage } from './news-page.tsx'
export type { NewsView } from './news-query.ts'
