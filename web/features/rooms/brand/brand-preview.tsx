import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { GROUNDS, type Ground } from '../../../../contract/core/contrast.ts'
import { type BrandSettings, logoImage } from '../../../../contract/features/rooms/brand.ts'
import type { RoomBrand } from '../../../../contract/features/rooms.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Mark } from '../../../ui/page/mark.tsx'
import type { ChosenLogo } from '../file-base64.ts'
import { OWN_ACCENTS } from './brand-fields.tsx'

/** The room's head has the same ratio. */
const WORD_RATIO = 2.5

interface BrandPreviewProps {
  readonly roomId: number
  readonly roomName: string
  readonly settings: BrandSettings
  readonly logos: { readonly light?: ChosenLogo; readonly dark?: ChosenLogo }
  readonly brand: RoomBrand | undefined
}

export function BrandPreview(props: BrandPreviewProps) {
  const { t } = useTranslation()
  const { settings, roomName } = props
  return (
    <section className="brand-preview" aria-label={t('brand.preview')}>
      {GROUNDS.map((ground) => (
        <Sample key={ground} ground={ground} {...props} />
      ))}
      <div className="brand-sample brand-sample-mail">
        <strong>{t('brand.sampleMail')}</strong>
        <p className="meta">{t('brand.sampleFrom', { name: settings.sender || t('app.title') })}</p>
        {settings.replyTo && (
          <p className="meta">{t('brand.sampleReply', { address: settings.replyTo })}</p>
        )}
        <p>{t('brand.sampleSubject', { room: roomName })}</p>
        {settings.footer && <p className="meta">{settings.footer}</p>}
        <p className="meta">{t('brand.sampleEnd')}</p>
      </div>
    </section>
  )
}

function useLogoUrl(
  { roomId, logos, brand }: BrandPreviewProps,
  ground: Ground,
): string | undefined {
  const api = useApi()
  const kept = ground === 'dark' ? brand?.logoDark : brand?.logo
  const { data } = useQuery({
    queryKey: ['logo', roomId, ground, kept?.version],
    queryFn: ({ signal }) =>
      api.bytes(logoImage, { params: { roomId: String(roomId), ground } }, { signal }),
    enabled: kept !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const chosen = logos[ground]
  return useObjectUrl(chosen === undefined ? data : (chosen ?? undefined))
}

function Sample(props: BrandPreviewProps & { readonly ground: Ground }) {
  const { t } = useTranslation()
  const { ground, settings } = props
  const [light, dark] = [useLogoUrl(props, 'light'), useLogoUrl(props, 'dark')]
  const url = ground === 'dark' ? (dark ?? light) : (light ?? dark)
  const color = (ground === 'light' ? settings.accent : settings.accentDark) ?? OWN_ACCENTS[ground]
  const hasPlate = ground === 'dark' && dark === undefined
  const [ratio, setRatio] = useState(1)
  return (
    <div
      className={`brand-sample brand-sample-${ground}`}
      style={{ '--primary': color } as CSSProperties}
    >
      <div className="brand-sample-head">
        {url ? (
          <img
            className={hasPlate ? 'brand-sample-plate' : ''}
            src={url}
            alt=""
            onLoad={({ currentTarget }) =>
              setRatio(currentTarget.naturalWidth / currentTarget.naturalHeight)
            }
          />
        ) : (
          <Mark />
        )}
        {!(url && ratio > WORD_RATIO) && (
          <span className="ellipsis">{settings.firm || 'Data Room'}</span>
        )}
      </div>
      <div className="brand-sample-words">
        <span className="brand-sample-button">{t('brand.sampleButton')}</span>
        <span className="brand-sample-link">{t('brand.sampleLink')}</span>
      </div>
    </div>
  )
}
