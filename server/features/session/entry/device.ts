const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bKAKAOTALK\b/, 'KakaoTalk'],
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bWhale\//, 'Whale'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const LONGEST = 1_000

const named = (userAgent: string, names: typeof BROWSERS): string =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

/** Clients control the header, so only listed names appear. */
export function deviceOf(userAgent: string): { readonly browser: string; readonly system: string } {
  const text = userAgent.slice(0, LONGEST)
  return { browser: named(text, BROWSERS), system: named(text, SYSTEMS) }
}
