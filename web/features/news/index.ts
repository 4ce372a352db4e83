export { NEWS_TABS, type NewsLink, NewsPage, type NewsTab } from './news-page.tsx'
