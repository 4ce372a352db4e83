import { createContext, useContext, useSyncExternalStore } from 'react'
import { LANGUAGES, type Language } from '../../contract/core/language.ts'
import type { texts as activity } from '../locales/activity.ko.ts'
import type { texts as compose } from '../locales/compose.ko.ts'
import type { texts as dashboard } from '../locales/dashboard.ko.ts'
import type { texts as ending } from '../locales/ending.ko.ts'
import { ENTRANCE_TEXTS } from '../locales/entrance.ts'
import type { texts as guide } from '../locales/guide.ko.ts'
import type { texts as manual } from '../locales/manual.ko.ts'
import type { texts as messages } from '../locales/messages.ko.ts'
import type { texts as operator } from '../locales/operator.ko.ts'
import type { texts as room } from '../locales/room.ko.ts'
import type { texts as search } from '../locales/search.ko.ts'
import type { texts as sign } from '../locales/sign.ko.ts'
import type { texts as step } from '../locales/step.ko.ts'
import type { texts as verify } from '../locales/verify.ko.ts'

type Catalogue = (typeof ENTRANCE_TEXTS)['ko'] &
  typeof room &
  typeof operator &
  typeof step &
  typeof activity &
  typeof compose &
  typeof dashboard &
  typeof ending &
  typeof guide &
  typeof manual &
  typeof messages &
  typeof search &
  typeof sign &
  typeof verify
type Stem<Name> = Name extends `${infer Before}_other` ? Before : Name

/** A text by the file and the name in it, without the ending of a plural form. */
export type TextKey = { [File in keyof Catalogue]: `${File}.${Stem<keyof Catalogue[File] & string>}` }[keyof Catalogue]

type Values = Readonly<Record<string, string | number>>

/** The text of a key in the language of the screen, with `{{name}}` and `{{name, number}}` filled in. `count` chooses the plural form. */
export type Translate = (key: TextKey, values?: Values) => string

/** Texts of one language by file and name. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Texts that are loaded later, one language at a time. */
type TextSource = Readonly<Record<Language, () => Promise<{ readonly texts: Texts }>>>

interface Spoken {
  readonly language: Language
  readonly t: Translate
}

/** The language of the screen and its texts. */
export interface I18n {
  /** The same object until the language changes or texts are added. */
  spoken(): Spoken
  /** Speaks another language as soon as its texts are there. Rejects, with the language as it was, when they cannot be loaded. */
  change(language: Language): Promise<void>
  /** Adds what a part of the client says, in the language of the screen and in each that follows. */
  load(source: TextSource): Promise<void>
  subscribe(listener: () => void): () => void
}

const KEY = 'language'

const isLanguage = (value: string | null): value is Language => LANGUAGES.some((language) => language === value)

/** The language chosen last; else the browser's, Korean unless English is preferred. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  const first = browser.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => isLanguage(tag))
  return first === 'en' ? 'en' : 'ko'
}

/** Speaks one language from its texts. A key without a text, which the check of the catalogues prevents, stays as it is. */
export function translator(language: Language, texts: Texts): Translate {
  const plural = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(language)
  const fill = (text: string, values: Values) =>
    text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber: string | undefined) => {
      const value = values[name] ?? ''
      return isNumber && typeof value === 'number' ? number.format(value) : String(value)
    })
  return (key, values = {}) => {
    const [file = '', name = ''] = key.split('.')
    const { count } = values
    const forms = typeof count === 'number' ? [`${name}_${plural.select(count)}`, `${name}_other`, name] : [name]
    const text = forms.map((form) => texts[file]?.[form]).find((found) => found !== undefined)
    return text === undefined ? key : fill(text, values)
  }
}

/** Speaks the entrance's texts, which come with the first bundle in both languages, and those that are loaded since. */
export function createI18n(): I18n {
  const listeners = new Set<() => void>()
  const sources = new Set<TextSource>()
  const texts = { ...ENTRANCE_TEXTS } as Record<Language, Texts>
  const loading = new Map<() => unknown, Promise<void>>()
  let told: Texts
  let spoken = speak(preferredLanguage(localStorage.getItem(KEY), navigator.languages))
  /** What is spoken as soon as it can be. */
  let wanted = spoken.language

  function speak(language: Language): Spoken {
    document.documentElement.lang = language
    told = texts[language]
    return { language, t: translator(language, told) }
  }
  function tell(language: Language): void {
    if (spoken.language === language && told === texts[language]) return
    spoken = speak(language)
    for (const listener of listeners) listener()
  }
  async function fetchTexts(language: Language, source: TextSource): Promise<void> {
    const { texts: more } = await source[language]()
    texts[language] = { ...texts[language], ...more }
  }
  /** Once for each source and language, save after a failure. */
  function fetchOnce(language: Language, source: TextSource): Promise<void> {
    const load = source[language]
    const fetched = loading.get(load) ?? fetchTexts(language, source)
    loading.set(load, fetched)
    fetched.catch(() => loading.delete(load))
    return fetched
  }
  async function become(language: Language): Promise<void> {
    wanted = language
    try {
      await Promise.all([...sources].map((source) => fetchOnce(language, source)))
    } catch (error) {
      if (wanted === language) wanted = spoken.language
      throw error
    }
    // Of two changes the later one holds, whichever is loaded first.
    if (wanted === language) tell(language)
  }
  // Another tab has changed it.
  addEventListener('storage', ({ key }) => {
    if (key === KEY) become(preferredLanguage(localStorage.getItem(KEY), navigator.languages)).catch(() => undefined)
  })
  return {
    spoken: () => spoken,
    async change(language) {
      await become(language)
      if (wanted === language) localStorage.setItem(KEY, language)
    },
    async load(source) {
      sources.add(source)
      // A change of language may be under way: whether it comes to that or not, the texts are there.
      await Promise.all([...new Set([spoken.language, wanted])].map((language) => fetchOnce(language, source)))
      tell(spoken.language)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const I18nContext = createContext<I18n | undefined>(undefined)

export const I18nProvider = I18nContext.Provider

function useI18n(): I18n {
  const i18n = useContext(I18nContext)
  if (!i18n) throw new Error('useI18n outside of I18nProvider')
  return i18n
}

/** The texts of the screen; what uses them is drawn anew when the language changes. */
export function useTranslation(): Spoken {
  const i18n = useI18n()
  return useSyncExternalStore(i18n.subscribe, i18n.spoken)
}

/** The language of the screen, and its change. */
export function useLanguage(): readonly [Language, (language: Language) => Promise<void>] {
  const i18n = useI18n()
  return [useTranslation().language, i18n.change]
}
