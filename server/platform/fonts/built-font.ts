import path from 'node:path'
import { PROJECT_ROOT } from '../config/project-root.ts'

/** Where the build puts the faces that it takes out of packages which bring many more (`tools/lib/fonts.mjs`). */
export const FONT_FOLDER = path.join(PROJECT_ROOT, '.build', 'fonts')

/** As wide as Arial, Times New Roman and Courier New, letter by letter. */
const METRIC = ['Arimo', 'Tinos', 'Cousine'] as const
const STYLES = ['Regular', 'Italic', 'Bold', 'BoldItalic'] as const

export type MetricFamily = (typeof METRIC)[number]
/** A face: one of the three, Korean with serifs, or symbols (DejaVu Sans). */
export type BuiltFont = `${MetricFamily}-${(typeof STYLES)[number]}` | `NanumMyeongjo-${'Regular' | 'Bold'}` | 'DejaVuSans'

/** All faces. */
export const BUILT_FONTS: readonly BuiltFont[] = [
  ...METRIC.flatMap((family) => STYLES.map((style) => `${family}-${style}` as const)),
  'NanumMyeongjo-Regular',
  'NanumMyeongjo-Bold',
  'DejaVuSans',
]

/** The file of a face. */
export const builtFont = (name: BuiltFont): string => path.join(FONT_FOLDER, `${name}.ttf`)
