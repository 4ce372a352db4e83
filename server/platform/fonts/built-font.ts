import path from 'node:path'
import { PROJECT_ROOT } from '../config/project-root.ts'

/** The build copies the fonts that `tools/lib/faces.mjs` lists out of larger packages into this folder. */
export const FONT_FOLDER = path.join(PROJECT_ROOT, '.build', 'fonts')

/** Each letter of these is as wide as in Arial, Times New Roman or Courier New. */
const METRIC = ['Arimo', 'Tinos', 'Cousine'] as const
const STYLES = ['Regular', 'Italic', 'Bold', 'BoldItalic'] as const

export type MetricFamily = (typeof METRIC)[number]
type SubstituteFont =
  | `${MetricFamily}-${(typeof STYLES)[number]}`
  | `NanumMyeongjo-${'Regular' | 'Bold'}`
  | 'DejaVuSans'

export type NotoFamily = 'NotoSansKR' | 'NotoSansJP' | 'NotoSansHans' | 'NotoSansHant'
type NotoFont = `${NotoFamily}-${'Regular' | 'Bold'}` | 'NotoSansKR-Medium'

export type BuiltFont = SubstituteFont | NotoFont | 'NotoSans-Regular'

/** Office programs lay out documents with these: metric families, Korean and symbols. */
export const OFFICE_FONTS: readonly BuiltFont[] = [
  'NotoSansKR-Regular',
  'NotoSansKR-Bold',
  ...METRIC.flatMap((family) => STYLES.map((style) => `${family}-${style}` as const)),
  'NanumMyeongjo-Regular',
  'NanumMyeongjo-Bold',
  'DejaVuSans',
]

const EAST_ASIAN = /^NotoSans(KR|JP|Hans|Hant)-/

/** East Asian fonts have PostScript outlines, so their files are `.otf`. */
export const fontFileName = (name: BuiltFont): string =>
  `${name}.${EAST_ASIAN.test(name) ? 'otf' : 'ttf'}`

export const builtFont = (name: BuiltFont): string => path.join(FONT_FOLDER, fontFileName(name))
