import './brand-mark.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Ground, shifted } from '../../../contract/core/contrast.ts'
import { logoImage } from '../../../contract/features/rooms/brand.ts'
import type { RoomBrand } from '../../../contract/features/rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useObjectUrl } from '../../lib/browser/use-object-url.ts'
import { Mark } from '../../ui/page/mark.tsx'

interface BrandMarkProps {
  readonly roomId: number
  readonly brand: RoomBrand
}

/** A wider logo already contains the name. */
const WORD_RATIO = 2.5
const HOVER = 0.05

export function BrandMark({ roomId, brand }: BrandMarkProps) {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  const ground: Ground =
    isDark && brand.logoDark ? 'dark' : brand.logo || !brand.logoDark ? 'light' : 'dark'
  const logo = ground === 'dark' ? brand.logoDark : brand.logo
  useAccent(brand)
  if (!logo) {
    return (
      <span className="brand-mark">
        <Mark />
        <span className="ellipsis">{brand.firm || <span lang="en">Data Room</span>}</span>
      </span>
    )
  }
  const isWord = logo.width > logo.height * WORD_RATIO
  return (
    <span className="brand-mark">
      <Logo
        {...{
          roomId,
          ground,
          version: logo.version,
          hasPlate: ground === 'light' && !brand.logoDark,
        }}
        name={isWord ? brand.firm : ''}
      />
      {!isWord && <span className="ellipsis">{brand.firm}</span>}
    </span>
  )
}

interface LogoProps {
  readonly roomId: number
  readonly ground: Ground
  readonly version: string
  readonly hasPlate: boolean
  readonly name: string
}

function Logo({ roomId, ground, version, hasPlate, name }: LogoProps) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['logo', roomId, ground, version],
    queryFn: ({ signal }) =>
      api.bytes(logoImage, { params: { roomId: String(roomId), ground } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(data)
  return url ? (
    <img className={`brand-logo${hasPlate ? ' brand-logo-plate' : ''}`} src={url} alt={name} />
  ) : null
}

/** The page's policy allows a scripted sheet. Higher contrast keeps the product's colors. */
function useAccent({ accent, accentDark }: Pick<RoomBrand, 'accent' | 'accentDark'>): void {
  useEffect(() => {
    const schemes = [
      ...(accent === null ? [] : [['light', accent, shifted(accent, -HOVER)] as const]),
      ...(accentDark === null ? [] : [['dark', accentDark, shifted(accentDark, HOVER)] as const]),
    ]
    if (schemes.length === 0) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      schemes
        .map(
          ([scheme, color, hover]) =>
            `@media screen and (prefers-color-scheme: ${scheme}) and (prefers-contrast: no-preference) { :root { --primary: ${color}; --primary-hover: ${hover}; } }`,
        )
        .join('\n'),
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [accent, accentDark])
}
