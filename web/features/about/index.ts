export { AboutParts } from './about-parts.tsx'
export { LearnMore } from './learn-more.tsx'
