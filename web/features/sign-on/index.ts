export { SignOnButtons } from './sign-on-buttons.tsx'
export { type SignedOn, SignOnPage } from './sign-on-page.tsx'
