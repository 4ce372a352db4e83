/** The first that fits: most browsers name those before them, too. */
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
/** What a header may have that is looked at. */
const LONGEST = 1_000

const named = (userAgent: string, names: typeof BROWSERS): string => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

/** The kind of device by the User-Agent header; a name of these lists or nothing, since anybody can send anything. */
export function deviceOf(userAgent: string): { readonly browser: string; readonly system: string } {
  const text = userAgent.slice(0, LONGEST)
  return { browser: named(text, BROWSERS), system: named(text, SYSTEMS) }
}
