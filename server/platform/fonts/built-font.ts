import path from 'node:path'
import { PROJECT_ROOT } from '../config/project-root.ts'

/** `tools/lib/faces.mjs` takes them from larger packages. */
export const FONT_FOLDER = path.join(PROJECT_ROOT, '.build', 'fonts')

/** They are metric-compatible with Arial, Times New Roman and Courier New. */
const METRIC = ['Arimo', 'Tinos', 'Cousine'] as const
const STYLES = ['Regular', 'Italic', 'Bold', 'BoldItalic'] as const

export type MetricFamily = (typeof METRIC)[number]
type LentFont = `${MetricFamily}-${(typeof STYLES)[number]}` | `NanumMyeongjo-${'Regular' | 'Bold'}` | 'DejaVuSans'

export type NotoFamily = 'NotoSansKR' | 'NotoSansJP' | 'NotoSansHans' | 'NotoSansHant'
type NotoFont = `${NotoFamily}-${'Regular' | 'Bold'}` | 'NotoSansKR-Medium'

export type BuiltFont = LentFont | NotoFont | 'NotoSans-Regular'

/** Office programs need metric compatibility, Korean and symbols. */
export const OFFICE_FONTS: readonly BuiltFont[] = [
  'NotoSansKR-Regular',
  'NotoSansKR-Bold',
  ...METRIC.flatMap((family) => STYLES.map((style) => `${family}-${style}` as const)),
  'NanumMyeongjo-Regular',
  'NanumMyeongjo-Bold',
  'DejaVuSans',
]

const EAST_ASIAN = /^NotoSans(KR|JP|Hans|Hant)-/

/** East Asian fonts have PostScript outlines. */
export const fontFileName = (name: BuiltFont): string => `${name}.${EAST_ASIAN.test(name) ? 'otf' : 'ttf'}`

export const builtFont = (name: BuiltFont): string => path.join(FONT_FOLDER, fontFileName(name))
