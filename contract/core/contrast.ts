/** WCAG 2.2, 1.4.3, requires this ratio. */
export const LEAST_CONTRAST = 4.5

export const GROUNDS = ['light', 'dark'] as const
export type Ground = (typeof GROUNDS)[number]

interface GroundColors {
  readonly surfaces: readonly string[]
  readonly buttonText: string
}

/** A test compares these with `web/ui/tokens.css`. */
export const GROUND_COLORS: Readonly<Record<Ground, GroundColors>> = {
  light: {
    surfaces: ['#f9fafc', '#f3f5f8', '#e7eaef', '#ffffff', '#e4eefc', '#eef2f7'],
    buttonText: '#ffffff',
  },
  dark: {
    surfaces: ['#10141a', '#151a20', '#090c11', '#191e26', '#21272f', '#223147', '#222831'],
    buttonText: '#0a1628',
  },
}

type Triple = readonly [number, number, number]

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const gamma = (value: number): number =>
  value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055

const lightOf = (hex: string): Triple => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return [red, green, blue]
}

function luminance(hex: string): number {
  const [red, green, blue] = lightOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(first, second) / Math.min(first, second)
}

export function leastContrast(hex: string, ground: Ground): number {
  const { surfaces, buttonText } = GROUND_COLORS[ground]
  return Math.min(...[...surfaces, buttonText].map((color) => contrastOf(hex, color)))
}

/** Converts to Oklab, the color space of Björn Ottosson. */
function oklabOf(hex: string): Triple {
  const [red, green, blue] = lightOf(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

function rgbOf([lightness, a, b]: Triple): Triple {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const isShown = (color: Triple): boolean =>
  color.every((value) => value >= -0.0005 && value <= 1.0005)

/** Lowers the chroma until the color fits sRGB. */
function hexOf(lightness: number, a: number, b: number): string {
  let kept = 1
  while (kept > 0 && !isShown(rgbOf([lightness, a * kept, b * kept])))
    kept = Math.max(0, kept - 0.02)
  return toHex(rgbOf([lightness, a * kept, b * kept]))
}

const toHex = (color: Triple): string =>
  `#${color
    .map((value) =>
      Math.round(gamma(Math.min(1, Math.max(0, value))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** `hue` is in degrees. */
export const fromOklch = (lightness: number, chroma: number, hue: number): string =>
  hexOf(
    lightness,
    chroma * Math.cos((hue * Math.PI) / 180),
    chroma * Math.sin((hue * Math.PI) / 180),
  )

const STEP = 0.004

export function shifted(hex: string, by: number): string {
  const [lightness, a, b] = oklabOf(hex)
  return hexOf(Math.min(1, Math.max(0, lightness + by)), a, b)
}

export function nearestReadable(hex: string, ground: Ground): string {
  if (leastContrast(hex, ground) >= LEAST_CONTRAST) return hex
  const [lightness, a, b] = oklabOf(hex)
  const direction = ground === 'light' ? -STEP : STEP
  for (let at = lightness + direction; at > 0 && at < 1; at += direction) {
    const tried = hexOf(at, a, b)
    if (leastContrast(tried, ground) >= LEAST_CONTRAST) return tried
  }
  return ground === 'light' ? '#000000' : '#ffffff'
}
