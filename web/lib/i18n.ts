import i18next, { type i18n } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../contract/core/errors.ts'
import en from '../locales/en.json' with { type: 'json' }
import ko from '../locales/ko.json' with { type: 'json' }

const KEY = 'language'

const isLanguage = (value: string | null): value is Language => LANGUAGES.some((language) => language === value)

/** The language chosen last; else the browser's, Korean unless English is preferred. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  const first = browser.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => isLanguage(tag))
  return first === 'en' ? 'en' : 'ko'
}

/** Both catalogues are in the bundle: a change of language needs no request. */
export function createI18n(): i18n {
  const instance = i18next.createInstance()
  instance.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  void instance.use(initReactI18next).init({
    resources: { ko: { translation: ko }, en: { translation: en } },
    lng: preferredLanguage(localStorage.getItem(KEY), navigator.languages),
    fallbackLng: 'ko',
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return instance
}

export const languageOf = (instance: i18n): Language => (instance.language === 'en' ? 'en' : 'ko')

/** The language of the screen, and its change. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const { i18n: instance } = useTranslation()
  const change = (language: Language) => {
    localStorage.setItem(KEY, language)
    void instance.changeLanguage(language)
  }
  return [languageOf(instance), change]
}
