export { type NewsLink, NewsPage, type NewsTab } from './news-page.tsx'
