export { MailedPage } from './mailed-page.tsx'
export type { NewsLink } from './news-list.tsx'
export { NewsPage, type NewsTab } from './news-page.tsx'
