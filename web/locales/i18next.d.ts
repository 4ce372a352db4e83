import type ko from './ko.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof ko }
  }
}
