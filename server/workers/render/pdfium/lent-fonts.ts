import {
  builtFont,
  type MetricFamily,
  type NotoFamily,
} from '../../../platform/fonts/built-font.ts'
import type { Choice, WantedFont } from '../system-fonts.ts'

/** FXFONT_*_CHARSET has these values. */
const SYMBOL = 2
const SHIFTJIS = 128
const HANGEUL = 129
const GB2312 = 134
const CHINESE_BIG5 = 136
/** FXFONT_FF_* has these values. */
const FIXED_PITCH = 1
const ROMAN = 16

const BOLD = 600

const NOTO: ReadonlyMap<number, NotoFamily> = new Map([
  [HANGEUL, 'NotoSansKR'],
  [SHIFTJIS, 'NotoSansJP'],
  [GB2312, 'NotoSansHans'],
  [CHINESE_BIG5, 'NotoSansHant'],
])

const KOREAN_SERIF = /batang|my[eu]o?ngjo|mjo|gungs|바탕|명조|궁서/i
const KOREAN_SANS = /dotum|gulim|malgun|돋움|굴림|고딕/i
const FIXED = /courier|mono|consol|typewriter|fixed/i
const SANS = /arial|helvetic|sans|verdana|tahoma|calibri|segoe|gothic/i
const SERIF = /times|roman|serif|georgia|garamond|bookman|palatino|century|cambria|minion|antiqua/i

export const lendEastAsian: Choice = (wanted) => {
  if (wanted.charset === HANGEUL) return koreanFile(wanted)
  const noto = NOTO.get(wanted.charset)
  return noto && builtFont(`${noto}-${weightOf(wanted)}`)
}

/** Others are as wide as Arial, Times and Courier. */
export const lendAll: Choice = (wanted) => {
  // PDFium asks again without a symbol font.
  if (wanted.charset === SYMBOL || NOTO.has(wanted.charset)) return lendEastAsian(wanted)
  const names = namesOf(wanted)
  if (KOREAN_SERIF.test(names) || KOREAN_SANS.test(names)) return koreanFile(wanted)
  const isItalic = wanted.isItalic || /italic|oblique/i.test(wanted.name)
  const style =
    weightOf(wanted) === 'Bold'
      ? isItalic
        ? 'BoldItalic'
        : 'Bold'
      : isItalic
        ? 'Italic'
        : 'Regular'
  return builtFont(`${metricFamily(wanted)}-${style}`)
}

export function lendFor(letter: number): Choice {
  return () =>
    letter >= FIRST_EAST_ASIAN ? builtFont('NotoSansKR-Regular') : builtFont('DejaVuSans')
}

const FIRST_EAST_ASIAN = 0x2e80

/** Windows writes names in its Korean code page. */
function namesOf({ name }: WantedFont): string {
  const bytes = Buffer.from(name, 'latin1')
  return `${bytes.toString('utf8')} ${new TextDecoder('euc-kr').decode(bytes)}`
}

/** Programs call all Korean fonts serif. */
function koreanFile(wanted: WantedFont): string {
  const names = namesOf(wanted)
  const isSans = KOREAN_SANS.test(names) || SANS.test(names)
  const isSerif = KOREAN_SERIF.test(names) || (!isSans && (wanted.pitch & ROMAN) !== 0)
  return builtFont(`${isSerif ? 'NanumMyeongjo' : 'NotoSansKR'}-${weightOf(wanted)}`)
}

const weightOf = ({ weight, name }: WantedFont): 'Bold' | 'Regular' =>
  weight >= BOLD || /bold|black|heavy/i.test(name) ? 'Bold' : 'Regular'

function metricFamily({ name, pitch }: WantedFont): MetricFamily {
  if (FIXED.test(name)) return 'Cousine'
  if (SANS.test(name)) return 'Arimo'
  if (SERIF.test(name)) return 'Tinos'
  if ((pitch & FIXED_PITCH) !== 0) return 'Cousine'
  return (pitch & ROMAN) === 0 ? 'Arimo' : 'Tinos'
}
